/** Shell journeys that go through the features' screens; the others try how remotes are released and loaded, whatever is in them. */
const crossing = ['access', 'erasure', 'journey', 'session']

/** vitest's projects of one feature: its screens, its worker, and the system tests of its worker. */
export function projectsOf(feature: string): string[] {
  return ['--project', feature, '--project', `workers/${feature}*`]
}

/** Playwright's words for the journeys that a change to one feature can break. */
export function journeysOf(feature: string): string[] {
  return [`remotes/${feature}/e2e/`, 'shell/e2e/screens/', `shell/e2e/(${crossing.join('|')})\\.spec`]
}
