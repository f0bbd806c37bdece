import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '@encre/build/workspace'
import { parse } from 'yaml'
import * as z from 'zod'
import { sharedPackages } from './pack-packages.ts'

const template = join(import.meta.dirname, 'template')
const Dependencies = z.record(z.string(), z.string())
const Manifest = z.looseObject({ dependencies: Dependencies, devDependencies: z.optional(Dependencies) })

/** Writes a small remote into `folder`, as a repository of its own that takes the shared packages from the packed files. */
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

/** Puts the packed packages into `node_modules` without a download: what they depend on is linked from this repository. */
export function installFromHere(folder: string, packed: Record<string, string>): void {
  const modules = join(folder, 'node_modules')
  for (const [name, file] of Object.entries(packed)) {
    mkdirSync(join(modules, name), { recursive: true })
    execFileSync('tar', ['-xzf', file, '-C', join(modules, name), '--strip-components=1'])
  }
  for (const name of ['typescript', '@types/node']) link(join(root, 'node_modules', name), join(modules, name))
  for (const owner of sharedPackages) {
    const source = join(root, 'shared', owner)
    const { dependencies, devDependencies = {} } = Manifest.parse(JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')))
    const types = Object.keys(devDependencies).filter((name) => name.startsWith('@types/'))
    for (const name of [...Object.keys(dependencies), ...types]) {
      if (!packed[name]) link(join(source, 'node_modules', name), join(modules, name))
    }
  }
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  try {
    symlinkSync(target, path)
  } catch (error) {
    // Several packages have the same dependency.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}
