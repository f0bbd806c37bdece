import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { root } from '@encre/build/workspace'
import { InsightReports } from '@encre/releases/insight'
import { createOwnerKey } from '../../operate/storage/site-storage.ts'
import type { Rehearsal } from './rehearsal.ts'
import { insert, listing, type Runbook } from './runbook.ts'

const newValue = () => randomBytes(32).toString('base64url')

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

export const workerRunbooks: Runbook[] = [
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
]

/** Runs the crons until it is so. Returns how often, which is minutes on an account. */
async function sweepUntil(rehearsal: Rehearsal, isSo: () => Promise<boolean>): Promise<number> {
  for (let runs = 1; runs <= 10; runs++) {
    await rehearsal.account.runCrons()
    if (await isSo()) return runs
  }
  throw new Error('ten runs of the cron were not enough')
}
