// Kills workerd at each step of a generation, over and over, and counts what was lost, paid twice or left behind.
// `node crash/crash.mjs 200`: as many kills. Ends with `N passed, N failed`.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openOutside } from './outside.mjs'
import { migrateSite, prepareSite, startSite } from './site-process.mjs'

const kills = Number(process.argv[2] ?? 200)
const perRound = 3
const settleMs = 90_000
const folder = mkdtempSync(join(tmpdir(), 'encre-crash-'))
const outside = await openOutside({ answerAfterMs: 40 })
const authorization = `Bearer ${outside.signToken('auth0|crash')}`

// The step after which the round is killed, and by how many milliseconds the kill may be late: it falls on both sides of the next step.
const moments = [
  { step: 'sent', late: 30 },
  { step: 'accepted', late: 20 },
  { step: 'asked', late: 45 },
  { step: 'answer', late: 10 },
  { step: 'storing', late: 20 },
  { step: 'save', late: 10 },
  { step: 'done', late: 20 },
]

const acknowledged = new Set()
const killed = Object.fromEntries(moments.map(({ step }) => [step, 0]))
let site
try {
  prepareSite(folder, {
    AUTH0_DOMAIN: outside.origin,
    OPENAI_BASE_URL: `${outside.origin}/v1`,
    OPENAI_API_KEY: 'key',
    IMAGE_MODELS: 'gpt-image-2.5-flare',
    IMAGE_URL_SECRET: 'a secret for the crash test only',
    GENERATIONS_PER_MEMBER_PER_DAY: '100000',
    GENERATIONS_PER_DAY: '100000',
  })
  site = await startSite(folder)
  await migrateSite(site)
  for (let kill = 0; kill < kills; kill++) {
    await runUntilKilled(kill, moments[kill % moments.length])
    site = await startSite(folder)
    if ((kill + 1) % 20 === 0) console.log(`${kill + 1} kills, ${acknowledged.size} generations acknowledged`)
  }
  const failures = await inspect()
  for (const failure of failures) console.log(`failed: ${failure}`)
  console.log(`${4 - failures.length} passed, ${failures.length} failed`)
  process.exitCode = failures.length === 0 ? 0 : 1
} finally {
  await site?.kill()
  outside.close()
  rmSync(folder, { recursive: true, force: true })
}

async function runUntilKilled(kill, { step, late }) {
  const reached = step === 'sent' ? null : once(step === 'asked' ? outside.moments : site.steps, step)
  const posts = Array.from({ length: perRound }, (_, index) => postGeneration(`subject-${kill * perRound + index}`).catch(() => null))
  await Promise.race([reached, sleep(10_000)])
  await sleep(Math.random() * late)
  await site.kill()
  await Promise.all(posts)
  killed[step] += 1
}

async function postGeneration(description) {
  const request = {
    style: 'dotwork',
    size: 'small',
    sizeDetail: null,
    placement: 'arm',
    placementDetail: null,
    colors: [],
    referenceId: null,
  }
  const response = await fetch(new URL('/api/generator/generations', site.url), {
    method: 'POST',
    headers: { authorization, 'idempotency-key': randomUUID() },
    body: JSON.stringify({ ...request, description }),
  })
  if (response.status !== 202) throw new Error(`${response.status}`)
  const { id } = await response.json()
  acknowledged.add(id)
}

/** What must not be, as sentences. */
async function inspect() {
  const rows = await settle()
  const states = new Map(rows.map(({ id, state }) => [id, state]))
  const count = (state) => rows.filter((row) => row.state === state).length
  const designs = new Set((await query('encre-gallery', 'select id from designs')).map(({ id }) => id))
  const { keys } = await site.ask({ worker: 'encre-gallery', bucket: 'IMAGES' })
  const images = new Set(keys.map((key) => key.split('/').at(-1)))

  const lost = [
    ...[...acknowledged].filter((id) => !states.has(id)),
    ...rows.filter(({ state }) => state !== 'done' && state !== 'interrupted').map(({ id }) => id),
    ...rows.filter(({ id, state }) => state === 'done' && !designs.has(id)).map(({ id }) => id),
  ]
  const paidTwice = [...outside.calls].filter(([, calls]) => calls > 1).map(([subject]) => subject)
  const withoutImage = [...designs].filter((id) => !images.has(id))
  const orphans = [...images].filter((id) => !designs.has(id))

  console.log(
    `killed after: ${Object.entries(killed)
      .map(([step, times]) => `${step} ${times}`)
      .join(', ')}`,
  )
  console.log(`generations ${rows.length}, acknowledged ${acknowledged.size}, done ${count('done')}, interrupted ${count('interrupted')}`)
  return Object.entries({ lost, 'paid twice': paidTwice, 'without image': withoutImage, orphans })
    .map(([name, found]) => {
      console.log(`${name}: ${found.length}`)
      return found.length > 0 && `${name}: ${found.map((id) => `${id} ${states.get(id) ?? ''}`).join(', ')}`
    })
    .filter(Boolean)
}

/** Waits until nothing runs; reads as a page does, which starts again what has stalled. */
async function settle() {
  for (const deadline = Date.now() + settleMs; ; await sleep(1000)) {
    const rows = await query('encre-generator', 'select id, state from generations')
    const running = rows.filter(({ state }) => ['queued', 'calling', 'storing'].includes(state))
    if (running.length === 0 || Date.now() > deadline) return rows
    for (const { id } of running) await fetch(new URL(`/api/generator/generations/${id}`, site.url), { headers: { authorization } })
  }
}

async function query(worker, statement) {
  const { rows } = await site.ask({ worker, statements: [statement] })
  return rows
}
