import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type Rspack, rspack } from '@rsbuild/core'

interface Kind {
  suffix: string
  folder: string
  output: Rspack.Configuration
}

const kinds: readonly Kind[] = [
  { suffix: '.worker.ts', folder: 'workers', output: { target: 'webworker' } },
  // A module, whose public path is the release's folder wherever the page is.
  {
    suffix: '.script.ts',
    folder: 'scripts',
    output: { target: 'web', output: { module: true, chunkFormat: 'module', publicPath: 'auto' } },
  },
]

/**
 * `src/**\/<name>.worker.ts` becomes `workers/<name>.js`, `<name>.script.ts` becomes
 * `scripts/<name>.js`, without the federation runtime.
 */
export class StandaloneFilesPlugin implements Rspack.RspackPluginInstance {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  apply(compiler: Rspack.Compiler): void {
    const name = 'StandaloneFilesPlugin'
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      const stage = compiler.rspack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL
      compilation.hooks.processAssets.tapPromise({ name, stage }, async () => {
        for (const kind of kinds) {
          for (const entry of findEntries(join(this.#folder, 'src'), kind.suffix)) {
            const path = `${kind.folder}/${basename(entry, kind.suffix)}.js`
            const { code, sources } = await bundle(entry, path, kind.output)
            compilation.emitAsset(path, new compiler.rspack.sources.RawSource(code), {
              minimized: true,
            })
            for (const source of sources) compilation.fileDependencies.add(source)
          }
        }
      })
    })
  }
}

function findEntries(folder: string, suffix: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(suffix))
    .map((file) => join(folder, file))
    .sort()
}

async function bundle(
  entry: string,
  path: string,
  { output, ...configuration }: Rspack.Configuration,
): Promise<{ code: string; sources: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'encre-standalone-'))
  try {
    const stats = await new Promise<Rspack.Stats>((resolve, reject) => {
      const compiler = rspack({
        mode: 'production',
        devtool: false,
        entry,
        ...configuration,
        output: { ...output, path: folder, filename: path },
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
      compiler.run((error, result) =>
        compiler.close(() => (result && !error ? resolve(result) : reject(error))),
      )
    })
    if (stats.hasErrors())
      throw new Error(
        `${entry} could not be built:\n${stats.toString({ all: false, errors: true })}`,
      )
    return {
      code: readFileSync(join(folder, path), 'utf8'),
      sources: [...stats.compilation.fileDependencies],
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
