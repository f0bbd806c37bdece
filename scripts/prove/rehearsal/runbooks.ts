import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { root } from '@encre/build/workspace'
import { InsightReports } from '@encre/releases/insight'
import * as z from 'zod'
import { installDebianPackages } from '../../lib/programs.ts'
import { ExpectedError } from '../../lib/run-command.ts'
import { createOwnerKey } from '../../operate/storage/site-storage.ts'
import { fillSite } from '../data-folders/member.ts'
import { signUp } from '../data-folders/session.ts'
import type { Members } from './members.ts'
import { loseDatabase, type Rehearsal } from './rehearsal.ts'

const Designs = z.object({ designs: z.array(z.unknown()) })

interface Scene {
  rehearsal: Rehearsal
  members: Members
  /** For backups. */
  folder: string
}

interface Runbook {
  /** As in docs/runbooks.md. */
  name: string
  /** Returns what members saw. */
  carryOut: (scene: Scene) => Promise<string>
}

const listing = 'workers/gallery/src/designs.ts'
const startOfListing = '  async listDesigns(c, { query }) {\n'
const insert = (code: string) => (text: string) =>
  text.replace(startOfListing, `${startOfListing}    ${code}\n`)
async function takeBackupKey(rehearsal: Rehearsal): Promise<void> {
  const key = await rehearsal.npm('backup', '--new-key')
  rehearsal.backupKey = /AGE-SECRET-KEY-\S+/.exec(key)?.[0] ?? ''
}

const countDesigns = (answer: unknown): number => Designs.parse(answer).designs.length
/** All of each design but its image's address, which lasts for some hours. */
const describeDesigns = (answer: unknown): string =>
  JSON.stringify(answer, (key, value) => (key === 'imageUrl' ? undefined : value))
const newValue = () => randomBytes(32).toString('base64url')

/** Before the site opens: what blocks this process lets its connections die unnoticed. */
export function requirePromtool(): void {
  const isThere = () => !spawnSync('promtool', ['--version']).error
  if (!isThere()) installDebianPackages(['prometheus'], console.log)
  if (!isThere()) throw new ExpectedError('promtool of Prometheus is needed: install prometheus')
}

export async function createSite(rehearsal: Rehearsal): Promise<string> {
  await rehearsal.npm('provision', '--env', 'production')
  rehearsal.commit('the ids of the databases')
  const plan = await rehearsal.npm('deploy', 'gallery', '--plan')
  assert.match(plan, /first deployment[\s\S]*0001_[\s\S]*bundle: gzip: [\d.]+ KiB/)
  assert.equal(rehearsal.account.fake.scripts.size, 0)
  await rehearsal.npm('deploy', '--all')
  const again = await rehearsal.npm('provision', '--env', 'production', '--plan')
  assert.match(again, /database encre-gallery: found/)
  await waitForHealth(rehearsal, (health) => !health.includes('fail '))
  assert.equal((await fetch(rehearsal.origin)).status, 200)
  return 'the home page opens, and every part is healthy'
}

const dora = { name: 'Dora Blanc', email: 'dora@encre.test', password: 'aiguille-fine-3' }

/** As people, browsers and programs write the address of a link. */
function spellings(token: string): string[] {
  const escaped = `%${token.charCodeAt(0).toString(16)}${token.slice(1)}`
  const address = `/f/${token}`
  return [
    ...[address, `${address}/`, `/${address}`, `/f//${token}`, `/F/${token}`, `/./f/${token}`],
    ...[
      `/f/${escaped}`,
      `/%66/${token}`,
      `/f%2F${token}`,
      `%2Ff%2F${token}`,
      `%252ff%252f${token}`,
    ],
    ...[`${address}/image`, `${address}.html`, `${address}?x=1`, `${address};x`, `${address}%20`],
    ...[
      `/?link=${address}`,
      `/login?returnTo=${encodeURIComponent(address)}`,
      `/gallery${address}`,
    ],
    ...[`/api/gallery/links/${token}/openings`, `/api/gallery/links/${escaped}/image`],
  ].map((path) => (path.startsWith('/') ? path : `/${path}`))
}

export const runbooks: Runbook[] = [
  {
    name: 'Alerts: each rule fires and ends',
    async carryOut() {
      await promisify(execFile)('promtool', ['test', 'rules', 'docs/alerts.test.yml'], {
        cwd: root,
      })
      return 'nothing'
    },
  },
  {
    name: 'A bad worker: its first visitors get errors',
    async carryOut({ rehearsal, members }) {
      rehearsal.edit(listing, insert("if (Math.random() < 0.3) throw new Error('rehearsed')"))
      const endVisits = await members.startVisits()
      const output = await rehearsal.refused('deploy', 'gallery')
      const { answered, failed } = await endVisits()
      assert.match(output, /fails in .* of its answers, the live version in/)
      assert.match(output, /everyone has .* again/)
      assert.ok((await rehearsal.countFailures('gallery')) > 0)
      const written = rehearsal.account.fake.logs.map(({ source }) => source)
      const failure = written.find((source) => JSON.stringify(source).includes('rehearsed'))
      const lines = await rehearsal.npm('logs', '--request', String(failure?.requestId))
      assert.match(lines, /encre-gallery {2}\{.*"message":"rehearsed"/)
      rehearsal.undo()
      const share = ((failed / (answered + failed)) * 100).toFixed(1)
      return `${share} % of the requests failed until then; ${await members.expectEverything()}`
    },
  },
  {
    name: 'A bad worker: wrong without an error',
    async carryOut({ rehearsal, members }) {
      rehearsal.edit(listing, insert("if (query.q === 'loup') query.q = 'rien'"))
      await rehearsal.npm('deploy', 'gallery')
      await members.expectDamage()
      rehearsal.undo()
      const output = await rehearsal.npm('deploy', '--rollback', 'gallery')
      const [, version = ''] = /rolled back to (\S+),/.exec(output) ?? []
      const ofGallery = ['--name', 'encre-gallery']
      const listed = await rehearsal.wrangler('', 'deployments', 'list', ...ofGallery)
      assert.ok(listed.trimEnd().split('Created: ').at(-2)?.includes(`(100%) ${version}`), listed)
      const viewed = await rehearsal.wrangler('', 'versions', 'view', version, ...ofGallery)
      assert.match(viewed, /Tag: +[0-9a-f]{12}/)
      return members.expectEverything()
    },
  },
  {
    name: 'A burned budget',
    async carryOut({ rehearsal }) {
      const burn = 'encre_error_budget_burn{window="1h"}'
      const { answers } = rehearsal.account.fake
      const failed = { dataset: 'encre_answers', worker: 'gallery', version: '', status: '5xx' }
      answers.push({ ...failed, answers: answers.length, at: new Date() })
      assert.ok(((await rehearsal.readMetric(burn)) ?? 0) > 14.4)
      assert.ok(((await rehearsal.readMetric('encre_error_budget_left')) ?? 1) < 0.5)
      for (const answer of answers) {
        answer.at = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000)
      }
      assert.equal(await rehearsal.readMetric(burn), 0)
      assert.equal(await rehearsal.readMetric('encre_error_budget_left'), 1)
      return 'nothing: the burn wakes somebody, and ends with the failures'
    },
  },
  {
    name: 'A stopped design',
    async carryOut({ rehearsal, members }) {
      assert.equal(await members.readReportedLink(), 200)
      const headers = {
        authorization: `Bearer ${rehearsal.settings.PLATFORM_TOKEN}`,
        'content-type': 'application/json',
      }
      const address = `${rehearsal.origin}/api/releases/insight/reports`
      const { reports } = InsightReports.parse(await (await fetch(address, { headers })).json())
      const body = JSON.stringify({ decision: 'stopped', reason: 'rehearsed' })
      const member = createOwnerKey(members.ben.id).slice(0, 8)
      const ofBen = reports.find((report) => report.member === member)
      const url = `${address}/${ofBen?.feature}/${ofBen?.id}`
      const { status } = await fetch(url, { method: 'POST', headers, body })
      assert.equal(status, 204)
      assert.notEqual(await members.readReportedLink(), 200)
      return 'the reported link opens nothing'
    },
  },
  {
    name: 'Addresses in the log and in traces',
    async carryOut({ rehearsal, members }) {
      const token = members.ben.link.split('/').at(-1) ?? ''
      for (const path of spellings(token)) {
        await fetch(`${rehearsal.origin}${path}`, { headers: { referer: rehearsal.origin + path } })
      }
      const log = rehearsal.readLog()
      assert.match(log, /\/f\/<token>/)
      const parts = [token, token.slice(1), token.slice(0, -1)]
      assert.deepEqual(
        parts.filter((part) => log.includes(part)),
        [],
      )
      await members.draw()
      const spans = await rehearsal.account.readSpans()
      assert.deepEqual([...new Set(spans.map(([service]) => service))], ['encre-generator'])
      // `redact_query_string` is Cloudflare's: this runtime leaves the queries in.
      const exported = JSON.stringify(spans).replaceAll(/\?[^"\\]*/g, '')
      for (const kept of ['/api/generator/generations', '/v1/images/generations', 'd1_']) {
        assert.ok(exported.includes(kept), kept)
      }
      const { OPENAI_API_KEY = '', METRICS_TOKEN = '' } = rehearsal.settings
      const secrets = [...parts, OPENAI_API_KEY, METRICS_TOKEN, 'fougère', 'Bearer', '@encre.test']
      assert.deepEqual(
        secrets.filter((part) => exported.includes(part)),
        [],
      )
      const traced = `${spans.length} spans of the generator's`
      return `${spellings(token).length} spellings of a link left no token in a log line, nor in ${traced}`
    },
  },
  {
    name: 'A stolen team token',
    async carryOut({ rehearsal, members }) {
      const { fake } = rehearsal.account
      rehearsal.token = 'the gallery team'
      fake.teamTokens.set(rehearsal.token, 'encre-gallery')
      const refusal = /Authentication error|10000/
      assert.match(await rehearsal.refused('deploy', 'account', '--migrated'), refusal)
      const query = ['d1', 'execute', 'encre-account', '--remote', '--command', 'select 1']
      assert.match(await rehearsal.wranglerRefused('', ...query), refusal)
      rehearsal.edit(listing, insert("query.q = 'rien'"))
      await rehearsal.npm('deploy', 'gallery', '--migrated')
      await members.expectDamage()
      // Rolled, it has rights on nothing.
      fake.teamTokens.set(rehearsal.token, 'none')
      assert.match(await rehearsal.refused('deploy', '--rollback', 'gallery'), refusal)
      rehearsal.token = undefined
      rehearsal.undo()
      await rehearsal.npm('deploy', '--rollback', 'gallery')
      return members.expectEverything()
    },
  },
  {
    name: 'Rotate a secret after a rollback',
    async carryOut({ rehearsal, members }) {
      const put = ['secret', 'put', 'METRICS_TOKEN', '--name', 'encre-gallery']
      const refusal = await rehearsal.wranglerRefused(newValue(), ...put)
      assert.match(refusal, /latest version of your Worker isn.t currently deployed/)
      const before = rehearsal.settings.IMAGE_URL_SECRET
      rehearsal.settings.METRICS_TOKEN = newValue()
      rehearsal.settings.IMAGE_URL_SECRET = `${newValue()},${before}`
      await rehearsal.npm('deploy', 'gallery')
      assert.equal(await members.readOpenImage(), 200)
      const metrics = await fetch(`${rehearsal.origin}/api/gallery/metrics`, {
        headers: { authorization: `Bearer ${rehearsal.settings.METRICS_TOKEN}` },
      })
      assert.equal(metrics.status, 200)
      return members.expectEverything()
    },
  },
  {
    name: 'A bad worker whose secrets have changed',
    async carryOut({ rehearsal, members }) {
      const value = newValue()
      await rehearsal.wrangler(value, 'secret', 'put', 'METRICS_TOKEN', '--name', 'encre-gallery')
      const refusal = await rehearsal.refused('deploy', '--rollback', 'gallery')
      assert.match(refusal, /old values of METRICS_TOKEN\. Nothing has changed/)
      const agreed = ['--old-secrets', 'METRICS_TOKEN']
      const output = await rehearsal.npm('deploy', '--rollback', 'gallery', ...agreed)
      assert.match(output, /the old values of METRICS_TOKEN are back/)
      return members.expectEverything()
    },
  },
  {
    name: 'A leaked key',
    async carryOut({ rehearsal, members }) {
      rehearsal.settings.IMAGE_URL_SECRET = newValue()
      await rehearsal.npm('deploy', 'gallery', '--leaked', 'IMAGE_URL_SECRET')
      assert.equal(await members.readOpenImage(), 404)
      const seen = await members.expectEverything()
      const agreed = ['--old-secrets', 'IMAGE_URL_SECRET,METRICS_TOKEN']
      const refusal = await rehearsal.refused('deploy', '--rollback', 'gallery', ...agreed)
      assert.match(refusal, /leaked values of IMAGE_URL_SECRET\. Nothing has changed/)
      return `addresses signed with the leaked key open nothing; ${seen}`
    },
  },
  {
    name: 'A bad migration, and a member who is erased meanwhile',
    async carryOut({ rehearsal, members }) {
      const migration = 'workers/gallery/migrations/9999_rehearsed.sql'
      rehearsal.add(migration, "update designs set subject = 'rien', folded_subject = 'rien';\n")
      const output = await rehearsal.npm('deploy', 'gallery')
      await members.expectDamage()
      const [, bookmark = ''] = /encre-gallery before its migrations: (\S+)\./.exec(output) ?? []
      await members.eraseBen()
      await rehearsal.npm('deploy', '--rollback', 'gallery')
      const travel = ['d1', 'time-travel', 'restore', 'encre-gallery', `--bookmark=${bookmark}`]
      await rehearsal.wrangler('y', ...travel)
      assert.equal(await members.knowsBen(), true)
      const runs = await sweepUntil(rehearsal, async () => !(await members.knowsBen()))
      rehearsal.undo()
      return `the erased member is gone again after ${runs} runs of the cron; ${await members.expectEverything()}`
    },
  },
  {
    name: 'Back up, after a backup was missed',
    async carryOut({ rehearsal, members, folder }) {
      mkdirSync(join(folder, 'backups'))
      await takeBackupKey(rehearsal)
      assert.equal(await rehearsal.readMetric('encre_backup_age_seconds'), null)
      const endVisits = await members.startVisits()
      const place = ['--env', 'production', '--to', join(folder, 'backups')]
      await rehearsal.npm('backup', ...place)
      const { failed } = await endVisits()
      assert.ok(((await rehearsal.readMetric('encre_backup_age_seconds')) ?? 600) < 600)
      await rehearsal.npm('backup', ...place, '--verify')
      assert.equal(failed, 0)
      return 'no request of a member failed while it ran'
    },
  },
  {
    name: 'The drill: a backup in a site that nobody can visit',
    async carryOut({ rehearsal, folder }) {
      const { databases, buckets } = rehearsal.account.fake
      const before = [databases.size, buckets.size]
      const from = ['--of', 'production', '--from', join(folder, 'backups')]
      const output = await rehearsal.npm('restore', '--env', 'drill', ...from)
      assert.match(output, /Everything is restored and verified[\s\S]*The site of drill is gone/)
      assert.deepEqual([databases.size, buckets.size], before)
      assert.equal(await rehearsal.readMetric('encre_drill_age_seconds'), null)
      await rehearsal.npm('backup', '--env', 'production', '--to', join(folder, 'backups'))
      assert.ok(((await rehearsal.readMetric('encre_drill_age_seconds')) ?? 600) < 600)
      return 'nothing, and what was restored is gone'
    },
  },
  {
    name: 'A pull request, from its first push until it is closed',
    async carryOut({ rehearsal, folder }) {
      const { settings, origin: production } = rehearsal
      const site = ['--env', 'pr-12']
      const beside = await rehearsal.refused('provision', ...site)
      assert.match(beside, /a pull request needs one without production/)
      // She erases her account here, and with it her sign-in at the tenant of all sites.
      const session = await signUp(production, dora)
      const work = async (staging = '', origin = '') => {
        rehearsal.origin = settings.SITE_ORIGIN = staging
        await rehearsal.npm('provision', '--env', 'staging')
        rehearsal.commit('the ids of the databases of staging')
        await rehearsal.npm('deploy', '--all', '--env', 'staging')
        await fillSite(session.at(staging))
        const listed = describeDesigns(await session.at(staging).read('/api/gallery/designs'))
        rehearsal.origin = origin
        const backups = join(folder, 'staging')
        mkdirSync(backups)
        if (!rehearsal.backupKey) await takeBackupKey(rehearsal)
        const push = async () => {
          await rehearsal.npm('backup', '--env', 'staging', '--to', backups)
          await rehearsal.npm('provision', ...site)
          await rehearsal.npm('restore', ...site, '--from', backups)
          await rehearsal.npm('deploy', '--all', ...site)
        }
        // Nobody has secrets in a run for a fork.
        rehearsal.token = ''
        assert.match(await rehearsal.refused('provision', ...site), /Nothing has changed/)
        rehearsal.token = undefined
        const start = rehearsal.account.fake.writes.length
        await push()
        assert.equal(countDesigns(await session.at(origin).read('/api/gallery/designs')), 2)
        // The next push has others.
        rehearsal.commit('the ids of the databases of the pull request')
        rehearsal.edit(listing, insert("query.q = 'rien'"))
        await push()
        assert.equal(countDesigns(await session.at(origin).read('/api/gallery/designs')), 0)
        rehearsal.undo()
        await session.at(origin).send('DELETE', '/api/account/me', { password: dora.password })
        await rehearsal.npm('provision', ...site, '--remove')
        const { fake } = rehearsal.account
        const names = [...fake.databases.values()].map(({ name }) => name)
        const left = [
          ...names,
          ...fake.buckets.keys(),
          ...fake.scripts.keys(),
          ...fake.domains.keys(),
        ]
        assert.deepEqual(
          left.filter((name) => name.includes('pr-12')),
          [],
        )
        assert.equal(describeDesigns(await session.at(staging).read('/api/gallery/designs')), listed)
        const touched = fake.writes.slice(start).filter((write) => write.includes('-staging'))
        assert.deepEqual(touched, [])
      }
      await rehearsal.inAccount(join(folder, 'other account'), ['staging', 'pr-12.staging'], work)
      return 'nothing: staging keeps every design, and the site of the pull request is gone'
    },
  },
  {
    name: 'A lost database',
    async carryOut({ rehearsal, members, folder }) {
      loseDatabase(rehearsal.account, 'encre-gallery')
      await members.expectDamage()
      await rehearsal.npm('provision', '--env', 'production')
      rehearsal.commit('the id of the database')
      const from = ['--env', 'production', '--from', join(folder, 'backups')]
      await rehearsal.npm('restore', ...from, '--only', 'gallery/DB')
      await rehearsal.npm('deploy', 'gallery')
      return members.expectAllButLinks()
    },
  },
  {
    name: 'A lost bucket',
    async carryOut({ rehearsal, members, folder }) {
      await rehearsal.loseBucket('encre-images')
      await members.expectDamage()
      const from = ['--env', 'production', '--from', join(folder, 'backups')]
      await rehearsal.npm('provision', '--env', 'production')
      await rehearsal.npm('restore', ...from, '--only', 'gallery/IMAGES')
      return members.expectEverything()
    },
  },
  {
    name: 'The transformations of images are used up',
    async carryOut({ rehearsal, members }) {
      await members.draw()
      assert.equal(await members.readDrawnImage(), 'image/webp')
      rehearsal.account.isImagesSpent = true
      assert.deepEqual(await members.draw(), { end: 'done', taken: 1 })
      assert.equal(await members.readDrawnImage(), 'image/png')
      rehearsal.account.isImagesSpent = false
      return 'a member draws, and sees the pictures themselves in place of the smaller copies'
    },
  },
  {
    name: 'The image provider is down',
    async carryOut({ rehearsal, members }) {
      await rehearsal.fail('/v1/images/generations')
      let hasWaited = false
      const drawn = await members.draw(async () => {
        hasWaited = true
        await rehearsal.mend()
      })
      assert.deepEqual([hasWaited, drawn], [true, { end: 'done', taken: 1 }])
      return 'a generation waits its turn, and draws when the provider is back'
    },
  },
  {
    name: 'The tenant is down',
    async carryOut({ rehearsal, members }) {
      const endVisits = await members.startVisits()
      for (const endpoint of ['/.well-known/jwks.json', '/oauth/token', '/authorize']) {
        await rehearsal.fail(endpoint)
      }
      await waitForHealth(rehearsal, (health) => health.includes('fail account tenant'))
      const { failed } = await endVisits()
      assert.equal(failed, 0)
      await rehearsal.mend()
      return 'a member who is signed in goes on, at workers that were running'
    },
  },
]

/** One answer serves everybody for a quarter of a minute. */
async function waitForHealth(
  { origin }: Rehearsal,
  isSo: (health: string) => boolean,
): Promise<void> {
  let health = ''
  for (let tries = 0; tries < 15; tries++) {
    health = await (await fetch(`${origin}/api/health/deep`)).text()
    if (isSo(health)) return
    await wait(2000)
  }
  throw new Error(`the health stays\n${health}`)
}

/** Runs the crons until it is so. Returns how often, which is minutes on an account. */
async function sweepUntil(rehearsal: Rehearsal, isSo: () => Promise<boolean>): Promise<number> {
  for (let runs = 1; runs <= 10; runs++) {
    await rehearsal.account.runCrons()
    if (await isSo()) return runs
  }
  throw new Error('ten runs of the cron were not enough')
}
