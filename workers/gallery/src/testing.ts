import { env, exports } from 'cloudflare:workers'
import { DesignChoices } from '@encre/protocol/design'
import { createTestTenant, emptyStorage, migrate } from '@encre/worker/testing'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import * as z from 'zod/mini'
import {
  ArtistLinks,
  BatchResult,
  CreatedArtistLink,
  DesignPage,
  type NewDesign,
} from './contract.ts'

export { codeOf } from '@encre/worker/testing'

await migrate(env)
await emptyGallery()

export const tenant = await createTestTenant(env)

// Not before each test: what a file does while it loads would have the time of the file before.
afterEach(() => void vi.useRealTimers())

beforeEach(() => {
  vi.restoreAllMocks()
  vi.spyOn(globalThis, 'fetch').mockImplementation(tenant.fetch)
})

/** Deletes what earlier tests and files stored. */
export async function emptyGallery(): Promise<void> {
  await emptyStorage(env.DB, [env.IMAGES], ['image_sweep'])
  await env.DB.prepare(
    'update image_sweep set read_up_to = null, objects = 0, objects_in_round = 0, stopped_for = null',
  ).run()
}

export async function callAs(
  memberId: string,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  const authorization = await tenant.authorization(memberId)
  return exports.default.fetch(`https://encre.test${path}`, {
    ...init,
    headers: { ...authorization, ...init.headers },
  })
}

/** The values of `/metrics`, without its comments. */
export async function readMetrics(): Promise<string[]> {
  const answer = await call('/api/gallery/metrics', {
    headers: { authorization: 'Bearer a-token-for-tests-only' },
  })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  return (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

/** The body of a successful answer. */
export async function read<Schema extends z.core.$ZodType>(
  schema: Schema,
  answer: Promise<Response>,
): Promise<z.infer<Schema>> {
  const response = await answer
  expect(response.ok, String(response.status)).toBe(true)
  return z.parse(schema, await response.json())
}

export const deleteOne = (memberId: string, id: string) =>
  callAs(memberId, `/api/gallery/designs/${id}`, { method: 'DELETE' })
export const restore = (memberId: string, ...ids: string[]) =>
  read(BatchResult, callAs(memberId, '/api/gallery/deleted-designs/restore', json('POST', { ids })))

/** Calls the worker without a token. */
export function call(url: string, init: RequestInit = {}): Promise<Response> {
  return exports.default.fetch(new URL(url, 'https://encre.test'), init)
}

export function newDesign(userId: string, fields: Partial<NewDesign> = {}): NewDesign {
  return {
    id: crypto.randomUUID(),
    userId,
    prompt: 'Create a traditional tattoo design. Subject: un loup.',
    subject: 'un loup',
    style: 'traditional',
    size: 'medium',
    sizeDetail: null,
    placement: 'custom',
    placementDetail: 'la nuque',
    colors: ['#000000', '#cc0000'],
    createdAt: '2026-11-20T10:00:00.000Z',
    model: 'gpt-image-2.5-flare',
    origin: 'drawn',
    ...fields,
  }
}

/** The choices of `newDesign` as the database stores them. */
export const choicesColumn = JSON.stringify(z.parse(DesignChoices, newDesign('')))

/** A complete PNG of 1 x 1 pixel. */
export const png = new Uint8Array(
  Uint8Array.fromBase64(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  ),
).buffer

const resized = env.RESIZER.input(new Blob([png]).stream()).transform({
  width: 32,
  height: 16,
  fit: 'squeeze',
})
/** A PNG that is large enough to import. */
export const importedPng = await (await resized.output({ format: 'image/png' }))
  .response()
  .arrayBuffer()

export async function saveDesign(design: NewDesign, bytes: ArrayBuffer = png) {
  return await exports.DesignLibrary.saveDesign(design, { bytes, type: 'image/png' })
}

export const listDesigns = (memberId: string, query: Record<string, string> = {}) =>
  read(DesignPage, callAs(memberId, `/api/gallery/designs?${new URLSearchParams(query)}`))

/** The ids of all designs of a list, by page. */
export async function listPages(
  memberId: string,
  query: Record<string, string>,
): Promise<string[][]> {
  const { designs, next } = await listDesigns(memberId, query)
  return [
    designs.map(({ id }) => id),
    ...(next ? await listPages(memberId, { ...query, cursor: next }) : []),
  ]
}

/** Inserts rows `row-1`, `row-2` ..., three per millisecond. Every second one is dotwork. */
export async function insertDesigns(count: number, member: string): Promise<void> {
  await env.DB.prepare(
    `insert into designs (id, member_id, subject, prompt, style, choices, model, origin, created_at, folded_subject)
     with recursive series (value) as (select 1 union all select value + 1 from series where value < ${count})
     select 'row-' || value, ?, 'Forêt ' || value, '', case value % 2 when 0 then 'dotwork' else 'japanese' end, ?, 'm', 'ai',
       printf('2026-11-20T10:00:00.%03dZ', value / 3), 'foret ' || value from series`,
  )
    .bind(member, choicesColumn)
    .run()
}

export const minuteMs = 60_000
export const dayMs = 24 * 60 * minuteMs

export const json = (method: string, body: unknown) => ({
  method,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

export async function createDesign(fields: Partial<NewDesign> = {}) {
  const member = `auth0|links-${crypto.randomUUID()}`
  return { member, design: await saveDesign(newDesign(member, fields)) }
}

export async function createLinked(fields: Partial<NewDesign> = {}, days?: number) {
  const { member, design } = await createDesign(fields)
  return { member, design, ...(await createLink(member, design.id, days)) }
}

export async function createLink(member: string, designId: string, days = 30) {
  const { url, link } = await read(
    CreatedArtistLink,
    callAs(member, `/api/gallery/designs/${designId}/links`, json('POST', { days })),
  )
  const token = url.split('/').at(-1) ?? ''
  return { url, link, token }
}

export async function listLinks(member: string, designId: string) {
  return (await read(ArtistLinks, callAs(member, `/api/gallery/designs/${designId}/links`))).links
}

/** Status, body and headers, without what differs from request to request. */
export async function readAnswer(answer: Response) {
  const { 'x-request-id': _, ...headers } = Object.fromEntries(answer.headers)
  return { status: answer.status, headers, body: await answer.text() }
}

export const openPage = async (token: string) => readAnswer(await call(`/f/${token}`))
export const readImage = (token: string) => call(`/api/gallery/links/${token}/image`)

export const countAnswers = (member: string) =>
  env.DB.prepare('select count(*) as count from answers where member_id = ?')
    .bind(member)
    .first<number>('count')
export const sendAnswer = (token: string, text: unknown, advice: object = {}) =>
  call(`/api/gallery/links/${token}/answers`, json('POST', { text, ...advice }))
