import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const packages = [
  'react',
  'react-dom',
  '@module-federation/enhanced',
  '@rsbuild/core',
  'react-router-dom',
  '@auth0/auth0-react',
  'hono',
  '@cloudflare/workers-types',
  'wrangler',
  'openai',
  'vitest',
]

const topLevel = [
  'shell',
  'remotes',
  'workers',
  'shared',
  'rsbuild.shared.ts',
  'pnpm-workspace.yaml',
  'tsconfig.base.json',
  'package.json',
]

/**
 * An import or re-export that still exists when the types are gone, and the package that it names.
 */
const valueImport =
  /^(?:import|export)\s+(?!type\b)(?:[^'"`;]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm

/**
 * `@cloudflare/workers-types` has only types: a worker's `tsconfig.json` must name it. Tests and
 * benchmarks do not count.
 */
export function findMissingPackages(folder: string): string[] {
  const sources = globSync(['*.ts', '{shell,remotes,workers,shared,scripts}/**/*.{ts,tsx}'], {
    cwd: folder,
    exclude: isNoProductCode,
  })
  const imported = new Set(
    sources.flatMap((file) => listValueImports(readFileSync(join(folder, file), 'utf8'))),
  )
  const configurations = globSync('{shell/worker,workers/*}/tsconfig.json', { cwd: folder })
  if (
    configurations.some((file) =>
      readFileSync(join(folder, file), 'utf8').includes('"@cloudflare/workers-types"'),
    )
  ) {
    imported.add('@cloudflare/workers-types')
  }
  return [
    ...topLevel
      .filter((name) => !existsSync(join(folder, name)))
      .map((name) => `${name} is missing at the top level`),
    ...packages
      .filter((name) => !imported.has(name))
      .map((name) => `no product code imports ${name}`),
  ].map((line) => `${line}: the site was ordered with it (docs/product.md)`)
}

function isNoProductCode(path: string): boolean {
  return /(^|\/)(node_modules|dist|\.wrangler|bench|e2e)(\/|$)|\.(test|spec)\.tsx?$/.test(path)
}

function listValueImports(source: string): string[] {
  return [...source.matchAll(valueImport)].map(([, stated = '', dynamic = '']) =>
    packageOf(stated || dynamic),
  )
}

function packageOf(module: string): string {
  return module
    .split('/')
    .slice(0, module.startsWith('@') ? 2 : 1)
    .join('/')
}
