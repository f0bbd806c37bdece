import { execFileSync, spawn } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createToken, getStatus } from '@encre/registry-client'
import { readAccount } from './cloudflare/account.ts'
import { type FakeCloudflare, fakeAccountId, startFakeCloudflare } from './cloudflare/testing/fake-cloudflare.ts'
import { readEnvironment } from './deploy/environments.ts'
import { findChromium } from './lib/chromium.ts'
import { type NewSite, withNewSite } from './lib/new-site.ts'
import { readPlainWords, runCommand } from './lib/run-command.ts'
import { createStopSignal } from './lib/stop-signal.ts'
import { copyTree } from './lib/testing/copy-tree.ts'
import { type Command, readWorkflow, runWorkflow } from './workflows/run-workflow.ts'

readPlainWords(`npm run test:workflows    runs the commands of .github/workflows/main.yml in order, for a pull request and for its merge, in a copy
                          of the repository whose gallery has changed, against a new local site and a fake of Cloudflare's API.
                          It leaves out the tests: npm test runs those.`)
const say = (sentence: string) => console.log(sentence)
const isTest = (run: string) => /^npm (test|run audit|run test:browsers)\b|^git config/.test(run)
const signal = createStopSignal()
const failures: string[] = []

await runCommand(
  async () => {
    const chromium = findChromium(say)
    await withNewSite(say, (site) => tryWorkflow(site, chromium), signal)
    for (const failure of failures) console.error(`FAILED ${failure}`)
    process.exitCode = failures.length === 0 ? 0 : 1
  },
  { signal },
)
process.exit()

async function tryWorkflow({ origin, registry, scratch }: NewSite, chromium: string): Promise<void> {
  const tree = join(scratch, 'tree')
  copyTree(tree)
  const base = commit(tree, 'chore: the state of the work tree')
  appendFileSync(join(tree, 'remotes/gallery/src/messages.ts'), '\n// A change of the gallery.\n')
  appendFileSync(join(tree, 'workers/gallery/src/worker.ts'), '\n// A change of its worker.\n')
  const head = commit(tree, 'feat(gallery): change the gallery')
  const [cloudflare, github] = [await startFakeCloudflare(), await startFakeGitHub(base)]
  try {
    const environment = {
      CHROMIUM: chromium,
      CLOUDFLARE_API_BASE_URL: cloudflare.baseUrl,
      GITHUB_API_URL: github.origin,
      GITHUB_REPOSITORY: 'encre/encre',
      GITHUB_SHA: head,
    }
    const databaseId = await provisionGallery(cloudflare)
    const context = {
      vars: {
        CLOUDFLARE_ACCOUNT_ID: fakeAccountId,
        ENCRE_ORIGIN: origin,
        SITE_ORIGIN: 'https://encre.example',
        AUTH0_DOMAIN: 'login.encre.example',
        AUTH0_AUDIENCE: 'https://encre.example/api',
        DATABASE_ID: databaseId,
        // The first deploy of a worker needs its secrets.
        ...Object.fromEntries(readEnvironment('gallery', 'production').secrets.required.map((name) => [name, 'a secret of this test'])),
      },
      secrets: { CLOUDFLARE_API_TOKEN: 'a token', ENCRE_RELEASE_TOKEN: await createToken(registry, 'gallery', 'gallery team') },
    }
    const execute = (command: Command) => runStep(command, { tree, scratch, environment })
    const before = await getStatus(registry, 'gallery')

    say('\nA pull request changes the gallery:')
    const branch = { repo: { full_name: 'encre/encre' } }
    const pullRequest = { event_name: 'pull_request', ref: 'refs/pull/7/merge', repository: 'encre/encre' }
    const event = { pull_request: { base: { sha: base }, head: branch } }
    const previewed = await runWorkflow(readWorkflow('main'), { github: { ...pullRequest, event }, ...context }, execute)
    expectSuccess('pull request', previewed, ['preview', 'gate'])
    expectTrue('a preview changes nothing for visitors', (await getStatus(registry, 'gallery')).revision === before.revision)

    say('\nIt is merged:')
    const push = { event_name: 'push', ref: 'refs/heads/main', repository: 'encre/encre', event: {}, token: 'a token' }
    const shipped = await runWorkflow(readWorkflow('main'), { github: push, ...context }, execute)
    expectSuccess('push', shipped, ['gate', 'ship-worker', 'ship-remote'])
    const { canary, current } = await getStatus(registry, 'gallery')
    expectTrue('the worker is deployed', cloudflare.scripts.get('encre-gallery')?.deployments.length === 1)
    expectTrue('the remote is the canary of 5 %', canary?.share === 5 && current === before.current)
    expectTrue('nothing was committed or pushed', git(tree, 'rev-parse', 'HEAD') === head)
  } finally {
    await Promise.all([cloudflare.close(), github.close()])
  }
}

/** Creates what the gallery's worker binds to. Returns the id of its database. */
async function provisionGallery({ baseUrl, buckets }: FakeCloudflare): Promise<string> {
  const { client } = readAccount({
    CLOUDFLARE_API_TOKEN: 'a token',
    CLOUDFLARE_ACCOUNT_ID: fakeAccountId,
    CLOUDFLARE_API_BASE_URL: baseUrl,
  })
  const { uuid } = await client.d1.database.create({ account_id: fakeAccountId, name: 'encre-gallery' })
  buckets.set('encre-images', { jurisdiction: 'eu', lifecycle: { rules: [] } })
  return uuid ?? ''
}

interface StepOptions {
  tree: string
  scratch: string
  environment: Record<string, string>
}

/** Runs a command of the workflow. Resolves to the outputs that it wrote. */
async function runStep({ job, run, env }: Command, { tree, scratch, environment }: StepOptions): Promise<Record<string, string>> {
  if (isTest(run)) {
    say(`  ${job}: ${run} (left out)`)
    return {}
  }
  const output = join(scratch, 'output')
  const summary = join(scratch, 'summary')
  writeFileSync(output, '')
  const started = Date.now()
  const all = { ...process.env, ...environment, ...env, GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary, FORCE_COLOR: undefined }
  const child = spawn('bash', ['-e', '-c', run], { cwd: tree, env: all, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk))
  const code = await new Promise((resolve) => child.on('exit', resolve))
  say(`  ${job}: ${run} (${((Date.now() - started) / 1000).toFixed(0)} s)`)
  if (code !== 0) {
    failures.push(`${job}: ${run}\n${text}`)
    throw new Error(run)
  }
  if (existsSync(summary) && readFileSync(summary, 'utf8')) say(`    ${readFileSync(summary, 'utf8').trim()}`)
  rmSync(summary, { force: true })
  const lines = readFileSync(output, 'utf8').split('\n').filter(Boolean)
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
}

function expectSuccess(event: string, results: Record<string, string>, expected: string[]): void {
  for (const job of expected) expectTrue(`${event}: ${job} succeeds, and not ${results[job]}`, results[job] === 'success')
}

function expectTrue(sentence: string, isTrue: boolean): void {
  if (!isTrue) failures.push(sentence)
}

/** Answers that the last successful run was one of `base`. */
async function startFakeGitHub(base: string): Promise<{ origin: string; close: () => Promise<void> }> {
  const server = createServer((_, response) => response.end(JSON.stringify({ workflow_runs: [{ head_sha: base }] })))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { origin, close: () => new Promise((resolve) => server.close(() => resolve())) }
}

function commit(tree: string, subject: string): string {
  git(tree, 'add', '--all')
  git(tree, '-c', 'user.name=test', '-c', 'user.email=test@encre.test', 'commit', '--quiet', '--allow-empty', '--no-verify', '-m', subject)
  return git(tree, 'rev-parse', 'HEAD')
}

function git(tree: string, ...words: string[]): string {
  return execFileSync('git', words, { cwd: tree, encoding: 'utf8' }).trim()
}
