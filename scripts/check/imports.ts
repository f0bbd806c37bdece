import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '@encre/build/workspace'
import * as z from 'zod'

const CruiseResult = z.object({
  summary: z.object({
    ruleSetUsed: z.object({
      forbidden: z.array(z.object({ name: z.string(), comment: z.string() })),
    }),
    violations: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        rule: z.object({ name: z.string() }),
        cycle: z.optional(z.array(z.object({ name: z.string() }))),
      }),
    ),
  }),
})
type CruiseResult = z.infer<typeof CruiseResult>

const builtFiles = '(^|/)(dist|\\.wrangler)/|worker-configuration\\.d\\.ts$'
const tests = '\\.test\\.tsx?$'

export async function findForbiddenImports(folder: string): Promise<string[]> {
  // A test may import a fixture that imports the test's folder: no module loads in a circle, since
  // nothing imports a test.
  const [all, withoutTests] = await Promise.all([
    cruise(folder, builtFiles),
    cruise(folder, `${builtFiles}|${tests}`),
  ])
  const isAboutFolders = (line: string) => line.startsWith('no-folder-cycle')
  return [
    ...describeViolations(all).filter((line) => !isAboutFolders(line)),
    ...describeViolations(withoutTests).filter(isAboutFolders),
  ]
}

async function cruise(folder: string, excluded: string): Promise<CruiseResult> {
  const command = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const sources = globSync(['{shell,remotes,workers,shared,scripts}', '*.{ts,js,mjs}'], {
    cwd: folder,
  })
  const words = [
    command,
    '--config',
    join(root, '.dependency-cruiser.js'),
    '--output-type',
    'json',
    '--exclude',
    excluded,
    ...sources,
  ]
  const { stdout } = await promisify(execFile)(process.execPath, words, {
    cwd: folder,
    maxBuffer: 2 ** 28,
  })
  return CruiseResult.parse(JSON.parse(stdout))
}

function describeViolations({ summary }: CruiseResult): string[] {
  const comments = new Map(
    summary.ruleSetUsed.forbidden.map(({ name, comment }) => [name, comment]),
  )
  const lines = summary.violations.map(({ rule, from, to, cycle }) => {
    const path = cycle ? startAtFirst(cycle.map(({ name }) => name)) : [from, to]
    return `${rule.name}: ${path.join(' -> ')}. ${comments.get(rule.name)}`
  })
  return [...new Set(lines)]
}

function startAtFirst(names: string[]): string[] {
  const first = names.indexOf(names.toSorted()[0] ?? '')
  return [...names.slice(first), ...names.slice(0, first + 1)]
}
