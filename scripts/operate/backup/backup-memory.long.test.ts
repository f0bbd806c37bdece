import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from '@encre/build/workspace'
import { generateX25519Identity } from 'age-encryption'
import { expect, it } from 'vitest'
import { withScratch } from '../../lib/with-scratch.ts'
import { startFakeCloudflare } from '../cloudflare/testing/fake-cloudflare.ts'
import { listDeployedWorkers, readEnvironment } from '../deploy/environments.ts'
import { migrationsOf } from '../restore/testing/fill-site.ts'

/** `npm test -- --long backup` sets it. */
const rows = Number(process.env.ENCRE_BACKUP_ROWS)
const mostMb = 300
const mostTimes = 2
/** The backup runs and rests in turn, so that both kinds of requests are measured side by side. */
const turnMs = 5000

it('a backup takes little memory, and no member waits for it', { timeout: 7_200_000 }, () =>
  withScratch(async (folder) => {
    const cloudflare = await startFakeCloudflare()
    for (const worker of listDeployedWorkers()) {
      const { d1_databases, r2_buckets = [] } = readEnvironment(worker, 'production')
      const name = d1_databases[0].database_name
      const database = new DatabaseSync(join(folder, name))
      database.exec(migrationsOf(worker))
      if (worker === 'gallery') fillDesigns(database)
      cloudflare.databases.set(name, { name, jurisdiction: 'eu', database })
      for (const { bucket_name } of r2_buckets) {
        cloudflare.buckets.set(bucket_name, { jurisdiction: 'eu', lifecycle: {} })
      }
    }
    const backup = spawn(
      process.execPath,
      ['scripts/operate/backup/main.ts', '--env', 'production', '--to', join(folder, 'vault')],
      {
        cwd: root,
        stdio: 'inherit',
        env: {
          ...process.env,
          ...cloudflare.variables,
          ENCRE_BACKUP_KEY: await generateX25519Identity(),
        },
      },
    )
    const ended = once(backup, 'exit')
    const { peakMb, resting, running } = await measure(backup, cloudflare.variables)
    const times = p95(running) / p95(resting)
    console.log(
      `${rows} designs: memory at most ${peakMb.toFixed(0)} MB; p95 of ${running.length} requests during the backup ${p95(running).toFixed(1)} ms, of ${resting.length} between ${p95(resting).toFixed(1)} ms (${times.toFixed(2)} times)`,
    )
    expect(await ended).toEqual([0, null])
    expect(peakMb).toBeLessThan(mostMb)
    expect(times).toBeLessThanOrEqual(mostTimes)
  }),
)

function fillDesigns(database: DatabaseSync): void {
  const triggers = database
    .prepare("select name, sql from sqlite_schema where type = 'trigger'")
    .all()
  database.exec('pragma synchronous = off; pragma journal_mode = wal')
  for (const { name } of triggers) database.exec(`drop trigger "${name}"`)
  database.exec(
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${rows})
     insert into designs (id, member_id, subject, folded_subject, prompt, style, choices, model, origin, created_at, number)
     select printf('00000000-0000-4000-8000-%012d', (i * 7919) % 1000000007), 'auth0|' || (i % (${rows} / 100 + 1)), 'un loup ' || i, 'un loup ' || i,
       printf('%.*c', 420, 'p'), 'dotwork', '{"size":"medium","placement":"bras"}', 'gpt-image', 'ai', '2026-11-20T10:00:00.000Z', i / 50000 from n`,
  )
  for (const { sql } of triggers) database.exec(String(sql))
}

interface Measured {
  peakMb: number
  resting: number[]
  running: number[]
}

async function measure(
  backup: ReturnType<typeof spawn>,
  variables: Awaited<ReturnType<typeof startFakeCloudflare>>['variables'],
): Promise<Measured> {
  const measured: Measured = { peakMb: 0, resting: [], running: [] }
  const address = `${variables.CLOUDFLARE_API_BASE_URL}/accounts/${variables.CLOUDFLARE_ACCOUNT_ID}/d1/database/encre-gallery/query`
  const sql = 'select * from designs where member_id = ? order by created_at desc limit 48'
  let isRunning = true
  let turnedAt = Date.now()
  for (let count = 0; backup.exitCode === null; count++) {
    if (Date.now() - turnedAt > turnMs) {
      isRunning = !isRunning
      backup.kill(isRunning ? 'SIGCONT' : 'SIGSTOP')
      turnedAt = Date.now()
    }
    measured.peakMb = Math.max(measured.peakMb, readPeak(backup.pid))
    const startedAt = performance.now()
    const body = JSON.stringify({ sql, params: [`auth0|${(count * 31) % (rows / 100)}`] })
    const headers = { 'content-type': 'application/json' }
    await (await fetch(address, { method: 'POST', headers, body })).arrayBuffer()
    measured[isRunning ? 'running' : 'resting'].push(performance.now() - startedAt)
    await wait(10)
  }
  return measured
}

/** In MB, as the kernel counts it. */
function readPeak(pid = 0): number {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes ?? 0) / 1024
  } catch {
    return 0
  }
}

function p95(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.95)] ?? 0
}
