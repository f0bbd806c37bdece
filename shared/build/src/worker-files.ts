import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type Rspack, rspack } from '@rsbuild/core'

const suffix = '.worker.ts'

/**
 * Builds each `src/**\/<name>.worker.ts` of a remote to one file, `workers/<name>.js`, for `new Worker`. Bundled with the remote, a worker
 * would contain the federation runtime, which needs the page's globals. No hash in the name: the folder is of one version.
 */
export class WorkerFilesPlugin implements Rspack.RspackPluginInstance {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  apply(compiler: Rspack.Compiler): void {
    const name = 'WorkerFilesPlugin'
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      const stage = compiler.rspack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL
      compilation.hooks.processAssets.tapPromise({ name, stage }, async () => {
        for (const entry of findEntries(join(this.#folder, 'src'))) {
          const { code, sources } = await bundle(entry)
          compilation.emitAsset(`workers/${basename(entry, suffix)}.js`, new compiler.rspack.sources.RawSource(code))
          for (const source of sources) compilation.fileDependencies.add(source)
        }
      })
    })
  }
}

function findEntries(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(suffix))
    .map((file) => join(folder, file))
    .sort()
}

/** One script without imports, not minified: the remote's build does that. `sources` are the files that it was made of. */
async function bundle(entry: string): Promise<{ code: string; sources: string[] }> {
  const output = mkdtempSync(join(tmpdir(), 'encre-worker-'))
  try {
    const stats = await new Promise<Rspack.Stats>((resolve, reject) => {
      const compiler = rspack({
        mode: 'production',
        target: 'webworker',
        devtool: false,
        entry,
        output: { path: output, filename: 'worker.js' },
        optimization: { minimize: false },
        resolve: { extensions: ['.ts', '.js'] },
        module: {
          rules: [
            {
              test: /\.ts$/,
              type: 'javascript/auto',
              loader: 'builtin:swc-loader',
              options: { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } },
            },
          ],
        },
      })
      compiler.run((error, result) => compiler.close(() => (result && !error ? resolve(result) : reject(error))))
    })
    if (stats.hasErrors()) throw new Error(`the worker ${entry} could not be built:\n${stats.toString({ all: false, errors: true })}`)
    return { code: readFileSync(join(output, 'worker.js'), 'utf8'), sources: [...stats.compilation.fileDependencies] }
  } finally {
    rmSync(output, { recursive: true })
  }
}
