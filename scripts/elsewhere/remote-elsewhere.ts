import { execFile } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '@encre/build/workspace'
import { parse } from 'yaml'
import * as z from 'zod'
import { pnpmWords } from '../lib/processes.ts'

const template = join(import.meta.dirname, 'template')
const Dependencies = z.record(z.string(), z.string())
const Manifest = z.looseObject({ dependencies: Dependencies, devDependencies: z.optional(Dependencies) })

export function createRepository(folder: string, packed: Record<string, string>): void {
  for (const file of globSync('**/*.template', { cwd: template })) {
    const target = join(folder, file.replace(/\.template$/, '').replace(/^gitignore$/, '.gitignore'))
    mkdirSync(dirname(target), { recursive: true })
    cpSync(join(template, file), target)
  }
  const path = join(folder, 'package.json')
  const { dependencies, devDependencies = {}, ...rest } = Manifest.parse(JSON.parse(readFileSync(path, 'utf8')))
  const files = Object.fromEntries(Object.entries(packed).map(([name, file]) => [name, `file:${file}`]))
  const fill = (wanted: Record<string, string>) =>
    Object.fromEntries(Object.keys(wanted).map((name) => [name, files[name] ?? catalogVersion(name)]))
  // The packed packages need each other by version, and no registry has them.
  const manifest = { ...rest, dependencies: fill(dependencies), devDependencies: fill(devDependencies), overrides: files }
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`)
}

function catalogVersion(name: string): string {
  const { catalog } = z.object({ catalog: Dependencies }).parse(parse(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8')))
  const version = catalog[name]
  if (!version) throw new Error(`the catalog of pnpm-workspace.yaml has no ${name}`)
  return version
}

const run = promisify(execFile)

const sharedPackages = ['protocol', 'ui', 'remote-kit', 'build', 'registry-client']

/** As JavaScript with types, because Node strips no types under `node_modules`. Resolves to the file of each package, by its name. */
export async function packPackages(folder: string): Promise<Record<string, string>> {
  mkdirSync(folder, { recursive: true })
  const packed = await Promise.all(sharedPackages.map((name) => packPackage(join(root, 'shared', name), folder)))
  return Object.fromEntries(packed)
}

async function packPackage(source: string, folder: string): Promise<[name: string, file: string]> {
  const { name, version } = z
    .object({ name: z.string(), version: z.string() })
    .parse(JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')))
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
