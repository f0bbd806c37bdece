import { execFile } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '@encre/build/workspace'
import * as z from 'zod'
import { pnpmWords } from '../lib/pnpm.ts'

const run = promisify(execFile)

/** The packages that a remote of another repository is built, tested and released with. */
export const sharedPackages = ['protocol', 'ui', 'remote-kit', 'build', 'registry-client']

const Manifest = z.object({ name: z.string(), version: z.string() })

/**
 * Packs each package as JavaScript with types into `folder`, because Node strips no types under `node_modules`. Resolves to the file of each
 * package, by its name.
 */
export async function packPackages(folder: string): Promise<Record<string, string>> {
  mkdirSync(folder, { recursive: true })
  const packed = await Promise.all(sharedPackages.map((name) => packPackage(join(root, 'shared', name), folder)))
  return Object.fromEntries(packed)
}

async function packPackage(source: string, folder: string): Promise<[name: string, file: string]> {
  const { name, version } = Manifest.parse(JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')))
  const output = join(source, 'dist')
  try {
    await emit(source, output)
    if (basename(source) === 'build') await compile(output, root, { include: [join(root, 'rsbuild.shared.ts')] })
    // pnpm replaces `workspace:` and `catalog:` by versions, and the exports by those of `publishConfig`.
    await run('npx', pnpmWords('pack', '--pack-destination', folder), { cwd: source })
  } finally {
    rmSync(output, { recursive: true, force: true })
  }
  return [name, join(folder, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)]
}

async function emit(source: string, output: string): Promise<void> {
  rmSync(output, { recursive: true, force: true })
  mkdirSync(output)
  await compile(output, '../src', { include: ['../src'], exclude: ['../src/**/*.test.*'] })
  for (const file of globSync('**/*.css', { cwd: join(source, 'src') })) {
    mkdirSync(dirname(join(output, file)), { recursive: true })
    cpSync(join(source, 'src', file), join(output, file))
  }
}

async function compile(output: string, rootDir: string, files: object): Promise<void> {
  // In the package, so that the compiler finds the types of its dependencies.
  const configuration = join(output, 'tsconfig.json')
  const compilerOptions = {
    noEmit: false,
    incremental: false,
    outDir: '.',
    rootDir,
    declaration: true,
    rewriteRelativeImportExtensions: true,
  }
  writeFileSync(configuration, JSON.stringify({ extends: '../tsconfig.json', compilerOptions, ...files }))
  await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', configuration])
  rmSync(configuration)
}
