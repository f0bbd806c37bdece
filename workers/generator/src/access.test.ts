import { exports } from 'cloudflare:workers'
import { type AccessRow, fuzzOperations, listCells, listOperations, runCell } from '@encre/worker/testing-access'
import { expect, inject, it, vi } from 'vitest'
import { operations } from './operations.ts'
import { callAs, generationRequest, hang, library, maskPng, provider, saveParent, startGeneration, tenant, wholePng } from './testing.ts'
import Generator from './worker.ts'

const json = (body: unknown): RequestInit => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
})

/** A cancelled generation: its events end too. */
async function create(memberId: string): Promise<string> {
  const { id } = await startGeneration(memberId)
  await callAs(memberId, `/generations/${id}`, { method: 'DELETE' })
  return id
}
const malformedPath = { path: '%00..%2f', status: 404 }

const rows: Record<string, AccessRow> = {
  'POST /generations': {
    request: () => json(generationRequest()),
    own: 202,
    erased: 403,
    malformed: { request: () => json({ ...generationRequest(), userId: 'auth0|another' }), status: 400 },
  },
  'GET /generations': { own: 200, erased: 200 },
  'GET /generations/:id': { create, own: 200, erased: 404, malformed: malformedPath },
  'GET /generations/:id/events': { create, own: 200, erased: 404, malformed: malformedPath },
  'DELETE /generations/:id': { create, own: 200, erased: 404, malformed: malformedPath },
  'DELETE /generations/by-key/:key': {
    // A key that its owner has not used: 204, as for any other unknown key.
    create: async () => crypto.randomUUID(),
    own: 204,
    erased: 403,
    missing: 204,
    malformed: { path: 'no-uuid', status: 400 },
  },
  'GET /failed-generations': { own: 200, erased: 200 },
  'GET /parents/:id': { create: saveParent, own: 200, erased: 404, malformed: malformedPath },
  'POST /parents/:id/masks': {
    create: saveParent,
    request: () => ({ body: maskPng(256) }),
    own: 201,
    erased: 404,
    malformed: malformedPath,
  },
  'POST /references': {
    request: () => ({ body: wholePng }),
    own: 201,
    erased: 403,
    malformed: { request: () => ({ body: 'no image' }), status: 400 },
  },
  'GET /options': { own: 200, erased: 200 },
}

const options = {
  basePath: '/api/generator',
  tenant,
  fetch: (request: Request) => exports.default.fetch(request),
  erase: async (memberId: string) => {
    await exports.GenerationLedger.eraseMember(memberId)
    await library.eraseMember(memberId)
  },
}

it('describes every route', () => {
  expect(Object.keys(operations).sort()).toEqual(listOperations(Generator.routes, options.basePath))
})

it.each(listCells(operations, rows))('$operation: $caller, $target', async (cell) => {
  provider.answer = hang
  const { answer, expected, missing, owner } = await runCell(cell, options)
  expect(answer.status).toBe(expected)
  expect(answer.headers['cache-control']).toBe('private, no-store')
  // Nobody learns whether a generation of somebody else exists.
  if (missing) expect(answer).toEqual(missing)
  if (owner) expect(owner.status).toBe(cell.row.own)
})

it('answers every request with a documented status', { timeout: 3_600_000 }, async () => {
  // A line for each request would fill the memory.
  vi.spyOn(console, 'log').mockImplementation(() => {})
  // `npm test -- --long fuzz` sends many more.
  const counts = await fuzzOperations(inject('fuzzRuns'), options)
  // The requests are good enough to get past the first check.
  for (const status of [200, 400, 401, 404]) expect(counts.get(status), `answers with ${status}`).toBeGreaterThan(0)
})
