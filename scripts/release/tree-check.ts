import { listFeatureWorkers } from '@encre/build/features'
import { type Check, checkTypes, listChecks, runChecks } from '../check/check-tree.ts'

const imports = 'import directions and cycles'

/**
 * The checks of `npm run check` that are about one remote. Returns one text per check that fails.
 */
export async function findTreeFailures(remote: string): Promise<string[]> {
  const results = await runChecks(listRemoteChecks(remote))
  return results.flatMap(({ name, passed, output }) => {
    const text = name === imports ? withoutOtherFeatures(output, remote) : output.trim()
    return passed || !text ? [] : [`${name} (npm run check): ${text}`]
  })
}

/**
 * The lines that name the remote or its worker, or no feature. A mistake of another team does not
 * stop this one's release.
 */
export function withoutOtherFeatures(output: string, remote: string): string {
  const isAbout = (line: string) => {
    const features = [...line.matchAll(/\b(?:remotes|workers)\/([\w-]+)/g)].map(([, name]) => name)
    return features.length === 0 || features.includes(remote)
  }
  return output.trim().split('\n').filter(isAbout).join('\n')
}

export function listRemoteChecks(remote: string): Check[] {
  const folders = [
    `remotes/${remote}`,
    ...(listFeatureWorkers().includes(remote) ? [`workers/${remote}`] : []),
  ]
  return [
    ...folders.map((folder) => checkTypes(`types of ${folder}`, `${folder}/**/tsconfig.json`)),
    ...listChecks().filter(({ name }) =>
      [imports, `contract of ${remote} only grows`].includes(name),
    ),
  ]
}
