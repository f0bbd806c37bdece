import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { listFeatures } from '@encre/build/features'
import { root } from '@encre/build/workspace'
import { buildSite } from '../../lib/build.ts'

/** Measures what pages download, in bytes after gzip. `npm test` refuses what is too large. */
export async function benchSizes(say: (sentence: string) => void): Promise<[string, string][]> {
  say('Measuring the sizes ...')
  await buildSite()
  const entries = listFeatures().map((name) => `remotes/${name}/dist/remote-entry.js`)
  const workers = ['stencil', 'stencil-files'].map(
    (name) => `remotes/gallery/dist/workers/${name}.js`,
  )
  return [...entries, ...workers].map((path) => [path, `${gzipBytes(path)} bytes`])
}

function gzipBytes(path: string): number {
  return gzipSync(readFileSync(join(root, path))).length
}
