import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type ReactFile, reactModules } from '@encre/protocol/page-manifest'
import { integrityOf } from '@encre/protocol/served-file'
import { createRsbuild } from '@rsbuild/core'

interface Options {
  mode: 'production' | 'development'
  /** Its name in the page; the version of React itself by default. */
  version?: string
  /** The folder of the site's files, and the path in it. */
  dist: string
  path: string
}

/** The version of React that a package is built with. Null for a package without React. */
export function findReactVersion(folder: string): string | null {
  try {
    const { version }: { version: string } = createRequire(join(folder, 'package.json'))(
      'react/package.json',
    )
    return version
  } catch {
    return null
  }
}

/**
 * Writes the React of a package as one file that every remote of that major can share: its modules
 * come from one copy, as a set. The file puts them into `encreReacts`, by their version.
 */
export async function buildReactFile(
  folder: string,
  { mode, dist, path, version = findReactVersion(folder) ?? '' }: Options,
): Promise<ReactFile> {
  if (!version)
    throw new Error(`${folder} has no React: add react and react-dom to its package.json`)
  // Its path decides the name of the file, which must be the same wherever it is built.
  const entry = join(folder, 'node_modules/.react-file.cjs')
  const modules = reactModules.map((name) => `${JSON.stringify(name)}: require('${name}')`)
  writeFileSync(entry, `(globalThis.encreReacts ??= {})['${version}'] = { ${modules.join(', ')} }`)
  const rsbuild = await createRsbuild({
    cwd: folder,
    config: {
      root: folder,
      mode,
      logLevel: 'error',
      source: { entry: { [`react-${version}`]: entry } },
      output: {
        distPath: { root: dist, js: path },
        cleanDistPath: false,
        filename: { js: '[name].[contenthash:8].js' },
        legalComments: 'none',
      },
      server: { publicDir: false },
      splitChunks: false,
      tools: { htmlPlugin: false },
    },
  })
  await (await rsbuild.build()).close()
  const name = readdirSync(join(dist, path)).find((file) => file.startsWith(`react-${version}.`))
  if (!name) throw new Error(`${folder} built no file of React ${version}`)
  const bytes = readFileSync(join(dist, path, name))
  return { version, file: `/${path}/${name}`, integrity: await integrityOf(bytes) }
}
