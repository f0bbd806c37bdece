/** The shell's journeys through the features' screens. Its other journeys test how remotes are released and loaded. */
const crossing = ['access', 'erasure', 'journey', 'session']

/** vitest's projects of one feature: its screens, its worker, and the system tests of its worker. */
export function projectsOf(feature: string): string[] {
  return ['--project', feature, '--project', `workers/${feature}*`]
}

/** Playwright's arguments for the journeys of `npm test`, by the projects of playwright.config.ts. Each process empties its folder of results. */
export const journeyGroups = ['pages', 'releases'].map((project) => ['--project', project, '--output', `test-results/${project}`])

/** Playwright's arguments for the journeys that a change to one feature can break. */
export function journeysOf(feature: string): string[] {
  return [`remotes/${feature}/e2e/`, 'shell/e2e/screens/', `shell/e2e/(${crossing.join('|')})\\.spec`]
}
