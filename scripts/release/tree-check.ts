import { type Check, listChecks, runChecks } from '../check/check-tree.ts'

const imports = 'import directions and cycles'

/**
 * Runs those checks of `npm run check` that are about one remote. Returns one text per check that fails.
 */
export async function findTreeFailures(remote: string): Promise<string[]> {
  const results = await runChecks(listRemoteChecks(remote))
  return results.flatMap(({ name, passed, output }) => {
    const text = name === imports ? withoutOtherFeatures(output, remote) : output.trim()
    return passed || !text ? [] : [`${name} (npm run check): ${text}`]
  })
}

/** The lines that name the remote or its worker, or no feature. A mistake of another team does not stop this one's release. */
export function withoutOtherFeatures(output: string, remote: string): string {
  const isAbout = (line: string) => {
    const features = [...line.matchAll(/\b(?:remotes|workers)\/([\w-]+)/g)].map(([, name]) => name)
    return features.length === 0 || features.includes(remote)
  }
  return output.trim().split('\n').filter(isAbout).join('\n')
}

/** The remote's types and its worker's, imports across features, and its contract against the released one. */
export function listRemoteChecks(remote: string): Check[] {
  const names = [`types of remotes/${remote}`, `types of workers/${remote}`, imports, `contract of ${remote} only grows`]
  return listChecks().filter(({ name }) => names.includes(name))
}
