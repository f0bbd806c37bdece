import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { root } from '@encre/build/workspace'
import { parse } from 'yaml'
import * as z from 'zod'
import { pnpmWords } from '../lib/processes.ts'
import { ExpectedError } from '../lib/run-command.ts'
import {
  featureTemplates,
  type NewFeature,
  readWords,
  requireName,
  writeTemplates,
} from '../new/stamp-feature.ts'

const Dependencies = z.record(z.string(), z.string())
const Manifest = z.looseObject({
  name: z.string(),
  dependencies: z.optional(Dependencies),
  devDependencies: z.optional(Dependencies),
})

/** Writes the repository of a feature: its remote, its worker and the packed packages. */
export async function createRepository(feature: NewFeature, folder: string): Promise<void> {
  requireName(feature.name)
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new ExpectedError(`${folder} is not empty. Name another folder. Nothing was written.`)
  }
  const packed = await packPackages(join(folder, 'packages'))
  const words = readWords(feature)
  const own = writeTemplates(join(import.meta.dirname, 'template'), words, folder)
  const written = [...own, ...writeTemplates(featureTemplates, words, folder)]
  for (const file of ['tsconfig.base.json', 'vitest.shared.ts']) {
    cpSync(join(root, file), join(folder, file))
  }
  const manifests = written.filter((file) => basename(file) === 'package.json')
  fillManifests(folder, manifests, packed)
}

/**
 * Moves all dependencies into the root's manifest, because npm reads `file:` in `overrides`
 * relative to each workspace. Names the versions of this repository, and the packed files.
 */
function fillManifests(folder: string, paths: string[], packed: Record<string, string>): void {
  const files = Object.fromEntries(
    Object.entries(packed).map(([name, file]) => [name, `file:${relative(folder, file)}`]),
  )
  const wanted = new Set<string>()
  /** The packages of this repository, of which the remote imports the worker's contract. */
  const own: Record<string, string> = {}
  for (const path of paths) {
    const { dependencies, devDependencies, ...rest } = readManifest(join(folder, path))
    own[rest.name] = `file:${dirname(path)}`
    for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
      wanted.add(name)
    }
    writeManifest(join(folder, path), rest)
  }
  const versions = [...wanted]
    .sort()
    .map((name) => [name, own[name] ?? files[name] ?? catalogVersion(name)])
  writeManifest(join(folder, 'package.json'), {
    ...readManifest(join(folder, 'package.json')),
    devDependencies: Object.fromEntries(versions),
    optionalDependencies: nodePackages(),
    // The packed packages need each other by version, and no registry has them.
    overrides: files,
  })
}

function readManifest(path: string): z.infer<typeof Manifest> {
  return Manifest.parse(JSON.parse(readFileSync(path, 'utf8')))
}

function writeManifest(path: string, manifest: object): void {
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`)
}

/** The Node that runs the scripts of this repository. */
function nodePackages(): Record<string, string> {
  const { optionalDependencies } = readManifest(join(root, 'scripts/package.json'))
  return Dependencies.parse(optionalDependencies)
}

function catalogVersion(name: string): string {
  const { catalog } = z
    .object({ catalog: Dependencies })
    .parse(parse(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8')))
  const version = catalog[name]
  if (!version) throw new Error(`the catalog of pnpm-workspace.yaml has no ${name}`)
  return version
}

const run = promisify(execFile)

const sharedPackages = ['protocol', 'ui', 'remote-kit', 'worker', 'build', 'picture', 'releases']

/**
 * As JavaScript with types, because Node strips no types under `node_modules`. Resolves to the file
 * of each package, by its name.
 */
export async function packPackages(folder: string): Promise<Record<string, string>> {
  mkdirSync(folder, { recursive: true })
  const packed = await Promise.all(
    sharedPackages.map((name) => packPackage(join(root, 'shared', name), folder)),
  )
  return Object.fromEntries(packed)
}

async function packPackage(source: string, folder: string): Promise<[name: string, file: string]> {
  const { name, version } = z
    .object({ name: z.string(), version: z.string() })
    .parse(JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')))
  const output = join(source, 'dist')
  try {
    await emit(source, output)
    if (basename(source) === 'build')
      await compile(output, root, { include: [join(root, 'rsbuild.shared.ts')] })
    // pnpm replaces `workspace:` and `catalog:` by versions, and the exports by those of
    // `publishConfig`.
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
  for (const file of globSync('**/*.{css,webp}', { cwd: join(source, 'src') })) {
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
  writeFileSync(
    configuration,
    JSON.stringify({ extends: '../tsconfig.json', compilerOptions, ...files }),
  )
  await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', configuration])
  rmSync(configuration)
}
