import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { listFeatureWorkers } from '@encre/build/features'
import { root } from '@encre/build/workspace'
import { inLanes } from '../lib/in-lanes.ts'
import { collectOutput } from '../lib/processes.ts'
import { findContractBreaks } from '../lib/released-contracts.ts'
import { findBrokenReferences, findUnlistedCommands } from './document-references.ts'
import { findChangedMigrations } from './frozen-migrations.ts'
import { findForbiddenImports } from './imports.ts'
import { findStaleLimits } from './limits-table.ts'
import { findOpenApiFaults } from './openapi.ts'
import { findMissingPackages } from './ordered-packages.ts'

const knip = join(root, 'node_modules/knip/bin/knip.js')
const typescript = join(root, 'node_modules/typescript/bin/tsc')
const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
const eslint = join(root, 'node_modules/eslint/bin/eslint.js')

/** The folders of React. Without words, ESLint also reads what a build generated. */
const reactFolders = ['{shell,remotes/*,shared/{remote-kit,ui}}/src/**/*.{ts,tsx}']

interface CheckResult {
  name: string
  passed: boolean
  output: string
}

export interface Check {
  name: string
  run(): Promise<Omit<CheckResult, 'name'>>
}

export async function runChecks(checks = listChecks()): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  await inLanes(checks.entries(), availableParallelism(), async ([index, { name, run }]) => {
    results[index] = { name, ...(await run()) }
  })
  return results
}

export function listChecks(): Check[] {
  return [
    checkTypes('types', ['tsconfig.json', '{shell,shared/*,remotes/*,workers/*}/**/tsconfig.json']),
    command('lint', [biome, 'check', '.']),
    command('rules of React', [eslint, '--max-warnings', '0', ...reactFolders]),
    search('the ordered form', () => findMissingPackages(root)),
    command('unused files, exports and packages', [knip, '--no-progress', '--no-config-hints']),
    search('import directions and cycles', () => findForbiddenImports(root)),
    search('paths and commands in documents', () => [
      ...findBrokenReferences(root),
      ...findUnlistedCommands(root),
    ]),
    search('OpenAPI documents', findOpenApiFaults),
    search('migrations are frozen', () => findChangedMigrations(root)),
    search('the table of limits in SECURITY.md', findStaleLimits),
    ...listFeatureWorkers().map((worker) =>
      search(`contract of ${worker} only grows`, () => findContractBreaks(worker)),
    ),
  ]
}

/** Skips a project whose files did not change since its last check. */
export function checkTypes(name: string, patterns: string | string[]): Check {
  const projects = globSync(patterns, {
    cwd: root,
    exclude: (path) => String(path).includes('node_modules'),
  })
  return command(name, [typescript, '--build', ...projects.sort()])
}

function search(name: string, find: () => string[] | Promise<string[]>): Check {
  return {
    name,
    async run() {
      const found = await find()
      return { passed: found.length === 0, output: found.join('\n') }
    },
  }
}

function command(name: string, words: string[]): Check {
  return { name, run: () => collectOutput(words, { NO_COLOR: '1' }) }
}
