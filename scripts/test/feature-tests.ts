import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'

/** vitest's projects of one feature: its screens, its worker, and the system tests of its worker. */
export function projectsOf(feature: string): string[] {
  const projects = [feature, `${feature} system tests`, `workers/${feature}`]
  return projects.flatMap((project) => ['--project', project])
}

/**
 * Playwright's arguments for the journeys of one feature. A feature without journeys needs no site.
 * Those that cross features are `npm test -- --long crossing`.
 */
export function journeysOf(feature: string, tree = root): string[][] {
  if (!existsSync(join(tree, 'remotes', feature, 'e2e'))) return []
  return [['--project', 'pages', '--workers=2', `remotes/${feature}/e2e/`]]
}
