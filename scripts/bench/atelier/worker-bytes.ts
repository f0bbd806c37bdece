import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from '@encre/build/workspace'
import { rspack } from '@rsbuild/core'

/** What each of the stencil's workers may weigh after gzip. */
export const workerBudget = 16 * 1024
export const stencilWorkers = ['worker', 'file-worker'] as const

/** Bytes after gzip of the stencil's module workers, bundled and minified as a release does. */
export async function measureWorkers(): Promise<Record<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), 'encre-stencil-'))
  try {
    await bundle(folder)
    return Object.fromEntries(stencilWorkers.map((name) => [name, gzipSync(readFileSync(join(folder, `${name}.js`))).length]))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function bundle(folder: string): Promise<void> {
  const options = {
    mode: 'production' as const,
    context: root,
    target: 'webworker' as const,
    devtool: false as const,
    entry: Object.fromEntries(stencilWorkers.map((name) => [name, join(root, 'shared/stencil/src', `${name}.ts`)])),
    output: { path: folder, filename: '[name].js' },
    module: {
      rules: [{ test: /\.ts$/, loader: 'builtin:swc-loader', options: { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } } }],
    },
  }
  return new Promise((resolve, reject) => {
    rspack(options, (error, stats) => {
      if (error) reject(error)
      else if (stats?.hasErrors()) reject(new Error(stats.toString('errors-only')))
      else resolve()
    })
  })
}
