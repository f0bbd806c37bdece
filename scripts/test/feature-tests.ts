import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { Route } from '@encre/protocol/release'
import * as z from 'zod/mini'

const Remote = z.object({ routes: z.array(Route) })

/** The shell's journeys through the features' screens. Its other journeys test how remotes are released and loaded. */
const crossing = ['access', 'erasure', 'journey', 'session']

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

/** Playwright's arguments for the journeys that a change to one feature can break: its own, those through its screens, and those that cross it. */
export async function journeysOf(feature: string): Promise<string[]> {
  const { routes } = Remote.parse(await import(join(root, 'remotes', feature, 'routes.ts')))
  // A screen's file has the first name of its path.
  const screens = new Set(routes.map(({ path }) => path.split('/')[1]))
  return [`remotes/${feature}/e2e/`, `shell/e2e/screens/(${[...screens].join('|')})\\.spec`, `shell/e2e/(${crossing.join('|')})\\.spec`]
}
