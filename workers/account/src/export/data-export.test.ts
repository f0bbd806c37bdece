import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { ownerKey } from '@encre/worker/member'
import { strFromU8, unzipSync } from 'fflate'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Bindings } from '../bindings.ts'
import { DataExport, ExportLink } from '../contract.ts'
import { exportLifetimeMs, exportLinkLifetimeMs } from '../lifetimes.ts'
import { places } from '../places.ts'
import { callAs, expectProblem, gallery, member, password } from '../testing.ts'
import { mostFailures } from './export-job.ts'
import { deleteExpiredExports, exportPrefix } from './exports-store.ts'

const bindings = env as unknown as Bindings

beforeEach(async () => {
  // Alarms are an hour away, so that they run only when a test says so.
  vi.setSystemTime(Date.now() + 60 * 60 * 1000)
  await gallery.fill({ designs: 3, imageBytes: 1000, pageSize: 50 })
  await gallery.failImages(0)
})

const start = async () =>
  DataExport.parse(await (await callAs(member, '/api/account/export', { method: 'POST' })).json())
const read = async () =>
  DataExport.parse(await (await callAs(member, '/api/account/export')).json())
const idOf = async () =>
  (await env.DB.prepare('select id from exports where member_id = ?')
    .bind(member)
    .first<string>('id')) ?? ''
const askLink = () => callAs(member, '/api/account/export/links', { method: 'POST' })
const listFiles = async () =>
  (await env.EXPORTS.list({ prefix: exportPrefix(await ownerKey(member)) })).objects.map(
    ({ size }) => size,
  )

const step = async () => runDurableObjectAlarm(bindings.EXPORT_JOBS.getByName(await idOf()))

/**
 * Runs a step, and again as after a crash: what it wrote elsewhere has stayed, the job's own
 * storage is as before.
 */
async function stepTwice(): Promise<void> {
  const job = bindings.EXPORT_JOBS.getByName(await idOf())
  const before = await runInDurableObject(job, (_, { storage }) => storage.list())
  await step()
  await runInDurableObject(job, async (_, { storage }) => {
    await storage.deleteAll()
    await storage.put(Object.fromEntries(before))
    await storage.setAlarm(Date.now())
  })
  await evictDurableObject(job)
  await step()
}

const expireExport = () =>
  env.DB.prepare("update exports set expires_at = '2026-01-02T00:00:00.000Z' where member_id = ?")
    .bind(member)
    .run()

async function finish(): Promise<DataExport> {
  for (let steps = 0; steps < 200; steps++) {
    const state = await read()
    if (state.state !== 'running') return state
    await step()
  }
  throw new Error('the export does not end')
}

async function startAndFinish(): Promise<DataExport> {
  await start()
  return finish()
}

async function createLink(): Promise<string> {
  const answer = await askLink()
  expect(answer.status).toBe(201)
  return ExportLink.parse(await answer.json()).url
}

const open = (url: string, headers: Record<string, string> = {}) =>
  exports.default.fetch(`https://encre.test${url}`, { headers, redirect: 'manual' })

async function downloadArchive(): Promise<ArrayBuffer> {
  const answer = await open(await createLink())
  expect(answer.status).toBe(200)
  return answer.arrayBuffer()
}

const download = async () => unzipSync(new Uint8Array(await downloadArchive()))

it('the data download: has the account and what every worker stores of the member, images included', async () => {
  expect(await read()).toEqual({
    state: 'none',
    files: 0,
    total: null,
    bytes: 0,
    expiresAt: null,
  })
  expect(await start()).toMatchObject({ state: 'running', files: 0 })
  const ready = await finish()
  expect(ready).toMatchObject({ state: 'ready', files: 9, bytes: (await listFiles())[0] })
  expect(Math.abs(Date.parse(ready.expiresAt ?? '') - Date.now() - exportLifetimeMs)).toBeLessThan(
    60_000,
  )

  const files = await download()
  const readJson = (name: string) => JSON.parse(strFromU8(files[name] ?? new Uint8Array()))
  const designs = [1, 2, 3].flatMap((number) => [
    `designs/${number} Été.json`,
    `designs/${number} Été.png`,
  ])
  expect(Object.keys(files)).toEqual([
    'LISEZMOI.txt',
    'compte.json',
    'generations/1.json',
    ...designs,
  ])
  expect(readJson('compte.json')).toMatchObject({
    id: member,
    email: 'ana@encre.test',
    name: 'Ana',
  })
  expect(readJson('designs/2 Été.json')).toEqual({ number: 2, memberId: member })
  expect(files['designs/3 Été.png']).toEqual(new Uint8Array(1000).fill(3))
})

it('the data download: shows how far it is', async () => {
  await gallery.fill({ designs: 10, imageBytes: 10, pageSize: 4 })
  await start()
  const seen: string[] = []
  for (let steps = 0; steps < 6; steps++) {
    const { files, total } = await read()
    seen.push(`${files}/${total}`)
    await step()
  }
  expect(seen).toEqual(['0/null', '2/null', '3/null', '11/23', '19/23', '23/23'])
})

it('the data download: leaves out an image that the member deleted meanwhile', async () => {
  await gallery.fill({ designs: 14, imageBytes: 10 })
  await startAndFinish()
  const designs = Object.keys(await download()).filter((name) => /1[34] Été/.test(name))
  expect(designs).toEqual(['designs/13 Été.json', 'designs/14 Été.json', 'designs/14 Été.png'])
})

it('the data download: is one archive of many parts, whatever restarts and broken connections came between', async () => {
  // 9 MB are two parts, whose border lies within an image.
  await gallery.fill({ designs: 3, imageBytes: 3_000_000, pageSize: 2 })
  await start()
  for (let steps = 0; (await read()).state === 'running'; steps++) {
    // The runtime restarts between all steps, and every second step breaks off within an image.
    await gallery.failImages(steps % 2)
    await step()
    await evictDurableObject(bindings.EXPORT_JOBS.getByName(await idOf()))
  }
  expect(await read()).toMatchObject({ state: 'ready', files: 9 })
  const files = await download()
  expect(Object.keys(files)).toHaveLength(9)
  for (let number = 1; number <= 3; number++) {
    const image = files[`designs/${number} Été.png`]
    expect([image?.length, image?.every((byte) => byte === number)]).toEqual([3_000_000, true])
  }
})

it('the data download: fails after several tries, and goes on from there', async () => {
  await gallery.fill({ designs: 6, imageBytes: 10, pageSize: 3 })
  await start()
  for (let steps = 0; steps < 3; steps++) {
    await step()
  }
  await gallery.failImages(mostFailures)
  expect(await finish()).toMatchObject({ state: 'failed', files: 9 })
  const opened = await gallery.countOpened()

  expect(await start()).toMatchObject({ state: 'running', files: 9 })
  expect(await finish()).toMatchObject({ state: 'ready', files: 15 })
  expect((await gallery.countOpened()) - opened).toBe(3)
  expect(Object.keys(await download())).toHaveLength(15)
})

it('the data download: is made once, also for two requests at once, and stays as it is when it is asked for again', async () => {
  await Promise.all([start(), start(), start()])
  await finish()
  expect(await listFiles()).toHaveLength(1)
  expect(await start()).toMatchObject({ state: 'ready' })
  expect(await gallery.countOpened()).toBe(3)
})

it('the data download: is the same file if the runtime stops before each step is saved', async () => {
  // 9 MB are two parts, whose border lies within an image.
  await gallery.fill({ designs: 3, imageBytes: 3_000_000, pageSize: 3 })
  await startAndFinish()
  const undisturbed = await crypto.subtle.digest('SHA-256', await downloadArchive())
  await expireExport()
  await exports.default.sweep()

  await start()
  while ((await read()).state === 'running') {
    await stepTwice()
  }
  expect(await read()).toMatchObject({ state: 'ready', files: 9 })
  expect(await listFiles()).toHaveLength(1)
  const repeated = await crypto.subtle.digest('SHA-256', await downloadArchive())
  expect(new Uint8Array(repeated)).toEqual(new Uint8Array(undisturbed))
})

it('the data download: is gone after a day, with its addresses', async () => {
  await startAndFinish()
  const url = await createLink()
  const id = await idOf()
  vi.setSystemTime(Date.now() + exportLifetimeMs + 60_000)
  expect((await read()).state).toBe('none')
  await expectProblem(await open(url), 404, 'not-found')
  expect((await exports.default.sweep()).exportsDeleted).toBeGreaterThanOrEqual(1)
  expect([
    await listFiles(),
    await idOf(),
    await bindings.EXPORT_JOBS.getByName(id).read(),
  ]).toEqual([[], '', null])
})

it('the data download: is deleted by the sweep after one whose deletion fails', async () => {
  await start()
  await expireExport()
  const insert =
    "insert into exports (member_id, id, expires_at) values ('failing', 'failing', '2026-01-01T00:00:00.000Z')"
  await env.DB.prepare(insert).run()
  const failing = { delete: () => Promise.reject(new Error('the bucket is unavailable')) }
  const getByName = (id: string) =>
    id === 'failing' ? failing : bindings.EXPORT_JOBS.getByName(id)
  const sweptWith = { ...bindings, EXPORT_JOBS: { getByName } } as unknown as Bindings
  expect(await deleteExpiredExports(sweptWith, 10)).toBe(1)
  expect([await idOf(), await deleteExpiredExports(bindings, 10)]).toEqual(['', 1])
})

it('the data download: is deleted where its job is', async () => {
  await start()
  const id = await idOf()
  await expireExport()
  await env.DB.prepare("update exports set jurisdiction = 'eu'").run()
  const deleted: string[] = []
  const namespaceOf = (place: string) => ({
    getByName: (name: string) => ({ delete: async () => deleted.push(`${place} ${name}`) }),
  })
  const EXPORT_JOBS = { ...namespaceOf('anywhere'), jurisdiction: namespaceOf }
  await deleteExpiredExports({ ...bindings, EXPORT_JOBS } as unknown as Bindings, 10)
  expect(deleted).toEqual([`eu ${id}`])
})

it.each([true, false])(
  'the data download: is deleted with the account, finished or not: %s',
  async (isFinished) => {
    await start()
    await step()
    if (isFinished) await finish()
    const job = bindings.EXPORT_JOBS.getByName(await idOf())
    const answer = await callAs(member, '/api/account/me', {
      method: 'DELETE',
      body: JSON.stringify({ password }),
    })
    expect(answer.status).toBe(200)
    expect([
      await listFiles(),
      await idOf(),
      await job.read(),
      await runDurableObjectAlarm(job),
    ]).toEqual([[], '', null, false])
    expect((await callAs(member, '/api/account/export', { method: 'POST' })).status).toBe(401)
  },
)

describe("the download's address", () => {
  it('is made for a finished export only', async () => {
    await expectProblem(await askLink(), 404, 'not-found')
    await start()
    await expectProblem(await askLink(), 404, 'not-found')
  })

  it('is refused to a member who has twenty, until the first has expired', async () => {
    await startAndFinish()
    for (let count = 0; count < places.costs.download.limit; count++) {
      await createLink()
    }
    await expectProblem(await askLink(), 429, 'resource-exhausted')
    await env.DB.prepare('update places set expires_at = ? where holder = ?')
      .bind(new Date().toISOString(), member)
      .run()
    await createLink()
  })

  it('saves a file, and goes on where a download was cut', async () => {
    await startAndFinish()
    const url = await createLink()
    const whole = await open(url)
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="encre-donnees-\d{4}-\d{2}-\d{2}\.zip"$/,
      ),
      'cache-control': 'private, no-store',
      'accept-ranges': 'bytes',
    })
    const bytes = new Uint8Array(await whole.arrayBuffer())
    expect(whole.headers.get('content-length')).toBe(String(bytes.length))
    const rest = await open(url, {
      range: 'bytes=100-',
      'if-range': whole.headers.get('etag') ?? '',
    })
    expect(rest.status).toBe(206)
    expect(new Uint8Array(await rest.arrayBuffer())).toEqual(bytes.slice(100))
  })

  it('does not open after its hour, nor with another token; a browser is led to the settings', async () => {
    await startAndFinish()
    const url = await createLink()
    await expectProblem(await open(`/api/account/downloads/${'a'.repeat(22)}`), 404, 'not-found')
    vi.setSystemTime(Date.now() + exportLinkLifetimeMs + 60_000)
    await expectProblem(await open(url), 404, 'not-found')
    const pages = [
      await open(url, { 'sec-fetch-dest': 'document' }),
      await open(url, { accept: 'text/html,*/*' }),
    ]
    for (const page of pages) {
      expect([page.status, page.headers.get('location')]).toEqual([303, '/settings'])
    }
  })
})
