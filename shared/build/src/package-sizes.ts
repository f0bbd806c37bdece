import type { Rspack } from '@rsbuild/core'

/** Bytes of source code that each package adds to a build, before unused exports are removed. The remote's own files count for the package `own`. */
export function measurePackages({ compilation }: Rspack.Stats, own: string): Record<string, number> {
  // Only modules in a chunk: the others are in the module graph, and no file contains them.
  const modules = new Set([...compilation.chunks].flatMap((chunk) => [...compilation.chunkGraph.getChunkModules(chunk)]))
  const sizes: Record<string, number> = {}
  for (const module of modules) {
    const parts = 'modules' in module && Array.isArray(module.modules) ? module.modules : [module]
    for (const part of parts) {
      const path = part.nameForCondition()
      if (!path) continue
      const name = packageOf(path) ?? own
      sizes[name] = (sizes[name] ?? 0) + part.size()
    }
  }
  return Object.fromEntries(Object.entries(sizes).sort(([one], [other]) => one.localeCompare(other)))
}

/** The package that a file belongs to, by its path; null for a file of a remote. */
export function packageOf(path: string): string | null {
  const installed = path.replaceAll('\\', '/').split('/node_modules/').slice(1).at(-1)
  if (installed) return /^(@[^/]+\/)?[^/]+/.exec(installed)?.[0] ?? null
  const shared = /\/shared\/([^/]+)\//.exec(path)?.[1]
  return shared ? `@encre/${shared}` : null
}
