import { execFileSync, spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createToken, getStatus } from '@encre/registry-client'
import { readAccount } from './cloudflare/account.ts'
import { fakeAccountId, startFakeCloudflare } from './cloudflare/testing/fake-cloudflare.ts'
import { readEnvironment } from './deploy/environments.ts'
import { findChromium } from './lib/chromium.ts'
import { freePortPair } from './lib/ports.ts'
import { readSecrets } from './lib/settings.ts'
import { startSite } from './lib/site.ts'
import { copyTree } from './lib/testing/copy-tree.ts'
import { type Command, readWorkflow, runWorkflow } from './workflows/run-workflow.ts'

// Runs the commands of the workflow in order, for a pull request and for its merge: in a copy of the repository whose gallery has changed, against
// a new local site and a stand-in for Cloudflare's API. It leaves out the tests: `npm test` runs those.
const say = (sentence: string) => console.log(sentence)
const isTest = (run: string) => /^npm (test|run audit|run test:browsers)\b|^git config/.test(run)
const scratch = mkdtempSync(join(tmpdir(), 'encre-workflows-'))
const tree = join(scratch, 'tree')
const dataFolder = join(scratch, 'site')
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())

const chromium = findChromium(say)
const site = await startSite({ port: await freePortPair(), dataFolder, say, signal: stopping.signal, environment: {} })
const cloudflare = await startFakeCloudflare()
const failures: string[] = []
try {
  copyTree(tree)
  const base = commit('chore: the state of the work tree')
  appendFileSync(join(tree, 'remotes/gallery/src/messages.ts'), '\n// A change of the gallery.\n')
  appendFileSync(join(tree, 'workers/gallery/src/worker.ts'), '\n// A change of its worker.\n')
  const head = commit('feat(gallery): change the gallery')
  const github = await startFakeGitHub(base)
  const registry = { origin: site.origin, token: readSecrets(dataFolder).PLATFORM_TOKEN ?? '' }
  const before = await getStatus(registry, 'gallery')
  const environment = {
    CHROMIUM: chromium,
    CLOUDFLARE_API_BASE_URL: cloudflare.baseUrl,
    GITHUB_API_URL: github.origin,
    GITHUB_REPOSITORY: 'encre/encre',
    GITHUB_SHA: head,
  }
  const { client } = readAccount({ CLOUDFLARE_API_TOKEN: 'stand-in', CLOUDFLARE_ACCOUNT_ID: fakeAccountId, ...environment })
  const { uuid } = await client.d1.database.create({ account_id: fakeAccountId, name: 'encre-gallery' })
  cloudflare.buckets.set('encre-images', { jurisdiction: 'eu', lifecycle: { rules: [] } })
  const context = {
    vars: {
      CLOUDFLARE_ACCOUNT_ID: fakeAccountId,
      ENCRE_ORIGIN: site.origin,
      SITE_ORIGIN: 'https://encre.example',
      AUTH0_DOMAIN: 'login.encre.example',
      AUTH0_AUDIENCE: 'https://encre.example/api',
      DATABASE_ID: uuid ?? '',
      // The first deploy of a worker needs its secrets.
      ...Object.fromEntries(readEnvironment('gallery', 'production').secrets.required.map((name) => [name, 'stand-in'])),
    },
    secrets: { CLOUDFLARE_API_TOKEN: 'stand-in', ENCRE_RELEASE_TOKEN: await createToken(registry, 'gallery', 'gallery team') },
  }
  const execute = (command: Command) => runCommand(command, environment)

  say('\nA pull request changes the gallery:')
  const branch = { repo: { full_name: 'encre/encre' } }
  const pullRequest = { event_name: 'pull_request', ref: 'refs/pull/7/merge', repository: 'encre/encre' }
  const event = { pull_request: { base: { sha: base }, head: branch } }
  expectSuccess('pull request', await runWorkflow(readWorkflow('main'), { github: { ...pullRequest, event }, ...context }, execute), [
    'preview',
    'gate',
  ])
  expectTrue('a preview changes nothing for visitors', (await getStatus(registry, 'gallery')).revision === before.revision)

  say('\nIt is merged:')
  const push = { event_name: 'push', ref: 'refs/heads/main', repository: 'encre/encre', event: {}, token: 'stand-in' }
  expectSuccess('push', await runWorkflow(readWorkflow('main'), { github: push, ...context }, execute), [
    'gate',
    'ship-worker',
    'ship-remote',
  ])
  const { canary, current } = await getStatus(registry, 'gallery')
  expectTrue('the worker is deployed', cloudflare.scripts.get('encre-gallery')?.deployments.length === 1)
  expectTrue('the remote is the canary of 5 %', canary?.share === 5 && current === before.current)
  expectTrue('nothing was committed or pushed', git('rev-parse', 'HEAD') === head)
  await github.close()
} finally {
  await site.stop()
  await cloudflare.close()
  rmSync(scratch, { recursive: true, force: true })
}
for (const failure of failures) console.error(`FAILED ${failure}`)
process.exit(failures.length === 0 ? 0 : 1)

async function runCommand({ job, run, env }: Command, environment: Record<string, string>): Promise<Record<string, string>> {
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

function commit(subject: string): string {
  git('add', '--all')
  git('-c', 'user.name=test', '-c', 'user.email=test@encre.test', 'commit', '--quiet', '--allow-empty', '--no-verify', '-m', subject)
  return git('rev-parse', 'HEAD')
}

function git(...words: string[]): string {
  return execFileSync('git', words, { cwd: tree, encoding: 'utf8' }).trim()
}
