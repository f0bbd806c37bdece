import { globSync, readFileSync } from 'node:fs'
import { basename, join, matchesGlob } from 'node:path'
import { listFeatures } from '@encre/build/features'
import { root } from '@encre/build/workspace'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'

const Step = z.object({
  uses: z.string().optional(),
  with: z.record(z.string(), z.unknown()).default({}),
  run: z.string().optional(),
  env: z.record(z.string(), z.string()).optional(),
})
const Paths = z.object({ paths: z.array(z.string()) })
const Permissions = z.record(z.string(), z.string())
const Workflow = z.object({
  permissions: Permissions.optional(),
  on: z.object({ pull_request: Paths.optional(), push: Paths.optional() }),
  jobs: z.record(
    z.string(),
    z.object({
      permissions: Permissions.optional(),
      uses: z.string().optional(),
      with: z.object({ feature: z.string() }).optional(),
      steps: z.array(Step).default([]),
    }),
  ),
})

const workflows = new Map(globSync('.github/workflows/*.yml', { cwd: root }).map((path) => [basename(path, '.yml'), readWorkflow(path)]))
const steps = [...workflows.values()].flatMap(({ jobs }) => Object.values(jobs).flatMap((job) => job.steps))
const commands = steps.flatMap(({ run }) => run?.split('\n') ?? [])

it('runs npm scripts that exist, and no tool directly', () => {
  const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(readJson('package.json'))
  const npmCommands = commands.filter((line) => !/^git |^$/.test(line))
  expect(npmCommands.length).toBeGreaterThan(5)
  for (const command of npmCommands) {
    const name = /^npm (?:run )?([a-z:]+)/.exec(command)?.[1]
    expect(scripts, command).toHaveProperty([name ?? command])
  }
})

it('tests one feature for a change to it, and everything for a change to shared code', () => {
  expect(commands.filter((line) => line.startsWith('npm test')).sort()).toEqual(['npm test', `npm test ${expression('inputs.feature')}`])
})

it('gives every deployment the settings of its environment', () => {
  const deployments = steps.filter(({ run }) => run?.startsWith('npm run deploy'))
  expect(deployments).toHaveLength(2)
  for (const { env } of deployments) expect(env).toEqual({ ENCRE_SETTINGS: expression('toJSON(vars)') })
})

it('may only read the repository, except the job that records a released contract', () => {
  for (const { permissions, jobs } of workflows.values()) {
    expect(permissions).toEqual({ contents: 'read' })
    for (const job of Object.values(jobs)) {
      const pushes = job.uses !== undefined || job.steps.some(({ run }) => run?.includes('git push'))
      expect(job.permissions).toEqual(pushes ? { contents: 'write' } : undefined)
    }
  }
})

it('uses actions by commit, and leaves no credentials for later steps', () => {
  const actions = steps.filter(({ uses }) => uses !== undefined)
  expect(actions.length).toBeGreaterThan(5)
  for (const { uses } of actions) expect(uses).toMatch(/^[a-z-]+\/[a-z-]+@[0-9a-f]{40}$/)
  const checkouts = actions.filter(({ uses }) => uses?.startsWith('actions/checkout@'))
  for (const checkout of checkouts) expect(checkout.with).toMatchObject({ 'persist-credentials': false })
})

it.each(listFeatures())('a change to %s runs its own workflow only', (feature) => {
  const files = [`remotes/${feature}/src/remote.tsx`, `workers/${feature}/src/worker.ts`]
  expect(files.map(findWorkflows)).toEqual([[feature], [feature]])
  expect(Object.values(workflows.get(feature)?.jobs ?? {})).toMatchObject([{ with: { feature } }])
})

it.each([
  ['workers/gallery/src/contract.ts', ['gallery', 'platform']],
  ['workers/local/src/worker.ts', ['platform']],
  ['shell/src/main.tsx', ['platform']],
  ['shared/build/src/rsbuild.ts', ['platform']],
  ['scripts/start.ts', ['platform']],
  ['docs/operations.md', []],
])('a change to %s runs %j', (file, expected) => {
  expect(findWorkflows(file)).toEqual(expected)
})

/** GitHub's syntax for an expression in a workflow. */
function expression(text: string): string {
  return `$\{{ ${text} }}`
}

/** The workflows that GitHub starts for a change to one file: the last matching path pattern decides. */
function findWorkflows(file: string): string[] {
  return [...workflows]
    .filter(([, { on }]) => {
      expect(on.push?.paths).toEqual(on.pull_request?.paths)
      const decisive = on.push?.paths.findLast((pattern) => matchesGlob(file, pattern.replace(/^!/, '')))
      return decisive !== undefined && !decisive.startsWith('!')
    })
    .map(([name]) => name)
    .sort()
}

function readWorkflow(path: string): z.infer<typeof Workflow> {
  return Workflow.parse(parse(readFileSync(join(root, path), 'utf8')))
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(root, path), 'utf8'))
}
