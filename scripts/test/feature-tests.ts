/** The shell's journeys through the features' screens. Its other journeys test its own pages, and how remotes are released and loaded. */
const crossing = ['access', 'erasure', 'journey']

/** vitest's projects of one feature: its screens, its worker, and the system tests of its worker. */
export function projectsOf(feature: string): string[] {
  return ['--project', feature, '--project', `workers/${feature}*`]
}

/**
 * Playwright's arguments for the journeys of `npm test`, by the projects of playwright.config.ts. Pages of different members share nothing
 * but the site, so two run at a time. Each process empties its folder of results.
 */
export const journeyGroups = Object.entries({ pages: 2, releases: 1 }).map(([project, workers]) => [
  ...['--project', project],
  `--workers=${workers}`,
  ...['--output', `test-results/${project}`],
])

/** Playwright's arguments for the journeys that a change to one feature can break: its own, and those that cross it. */
export function journeysOf(feature: string): string[] {
  return ['--project', 'pages', '--workers=2', `remotes/${feature}/e2e/`, `shell/e2e/(${crossing.join('|')})\\.spec`]
}
