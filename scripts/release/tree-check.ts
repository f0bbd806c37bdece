import { type Check, listChecks, runChecks } from '../check/check-tree.ts'

/**
 * Runs those checks of `npm run check` that are about one remote. Returns one text per check that fails.
 */
export async function findTreeFailures(remote: string): Promise<string[]> {
  const results = await runChecks(listRemoteChecks(remote))
  return results.filter(({ passed }) => !passed).map(({ name, output }) => `${name} (npm run check): ${output.trim()}`)
}

/** The remote's types and its worker's, imports across features, and its contract against the released one. */
export function listRemoteChecks(remote: string): Check[] {
  const names = [
    `types of remotes/${remote}`,
    `types of workers/${remote}`,
    'import directions and cycles',
    `contract of ${remote} only grows`,
  ]
  return listChecks().filter(({ name }) => names.includes(name))
}
