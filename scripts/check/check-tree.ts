import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { listFeatureWorkers, listWorkerFolders } from '@encre/build/features'
import { root } from '@encre/build/workspace'
import { quiet } from '../lib/processes.ts'
import { findContractBreaks } from '../lib/released-contracts.ts'
import { findBrokenReferences } from './document-references.ts'
import { findForbiddenImports } from './imports.ts'

const typescript = join(root, 'node_modules/typescript/bin/tsc')
const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
const eslint = join(root, 'node_modules/eslint/bin/eslint.js')
const wrangler = join(root, 'node_modules/wrangler/bin/wrangler.js')

interface CheckResult {
  name: string
  passed: boolean
  output: string
}

/** Checks types, lint, React's rules, each worker's generated `Env`, imports, references in documents, and each contract against its released one. */
export async function checkTree(): Promise<CheckResult[]> {
  const projects = globSync(['tsconfig.json', '{shell,shared/*,remotes/*,workers/*}/**/tsconfig.json'], {
    cwd: root,
    exclude: (path) => String(path).includes('node_modules'),
  })
  const envWords = [wrangler, 'types', '--check', '--include-runtime=false', '--strict-vars=false']
  return runAll([
    ...projects.sort().map((project) => () => run(`types of ${dirname(project)}`, [typescript, '--project', project])),
    () => run('lint', [biome, 'check', '.']),
    () => run('rules of React', [eslint, '--max-warnings', '0', '.']),
    ...listWorkerFolders().map((folder) => () => run(`Env of ${folder}`, envWords, folder)),
    checkImports,
    checkDocuments,
    ...listFeatureWorkers().map((worker) => () => checkContract(worker)),
  ])
}

/** As many at a time as there are cores; the results in the order of the tasks. */
async function runAll(tasks: (() => Promise<CheckResult>)[]): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  const waiting = tasks.entries()
  const lanes = Array.from({ length: availableParallelism() }, async () => {
    for (const [index, task] of waiting) results[index] = await task()
  })
  await Promise.all(lanes)
  return results
}

async function checkImports(): Promise<CheckResult> {
  const forbidden = await findForbiddenImports(root)
  return { name: 'import directions and cycles', passed: forbidden.length === 0, output: forbidden.join('\n') }
}

async function checkDocuments(): Promise<CheckResult> {
  const broken = findBrokenReferences(root)
  return { name: 'paths and commands in documents', passed: broken.length === 0, output: broken.join('\n') }
}

async function checkContract(worker: string): Promise<CheckResult> {
  const broken = await findContractBreaks(worker)
  return { name: `contract of ${worker} only grows`, passed: broken.length === 0, output: broken.join('\n') }
}

function run(name: string, words: string[], folder = '.'): Promise<CheckResult> {
  const child = spawn(process.execPath, words, {
    cwd: join(root, folder),
    env: { ...process.env, ...quiet },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
  return new Promise((resolve) => child.on('exit', (code) => resolve({ name, passed: code === 0, output })))
}
