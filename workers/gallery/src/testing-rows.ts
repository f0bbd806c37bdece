import { exports } from 'cloudflare:workers'
import { type AccessRows, sends } from '@encre/worker/testing-access'
import type * as contract from './contract.ts'
import { createLink, importedPng, json, newDesign, saveDesign, tenant } from './testing.ts'

// What the matrices of access and of writes send.

export const create = async (memberId: string) => (await saveDesign(newDesign(memberId))).id
const createLinkId = async (memberId: string) =>
  (await createLink(memberId, await create(memberId))).link.id
const one = { create, own: 200, erased: 404, malformed: { path: '%00..%2f', status: 404 } }
export const token = () => crypto.randomUUID().replaceAll('-', '').slice(0, 22)
const batch = sends({ ids: ['a'] }, { ids: 7 })

export const rows: AccessRows<typeof contract> = {
  listDesigns: { own: 200, erased: 200 },
  importDesign: {
    request: () => ({
      query: `?subject=Loup&style=traditional&id=${crypto.randomUUID()}`,
      body: importedPng,
    }),
    malformed: { request: () => ({ query: '?style=traditional' }), status: 400 },
    own: 201,
    erased: 429,
  },
  readDesign: one,
  deleteDesign: { ...one, own: 204 },
  readSettings: one,
  changeSettings: { ...one, request: () => json('PATCH', { notes: 'Fin' }) },
  findNeighbours: one,
  listLinks: one,
  createLink: {
    ...one,
    request: () => json('POST', { days: 30, id: crypto.randomUUID(), token: token() }),
    own: 201,
  },
  markAnswersSeen: { ...one, own: 204 },
  revokeLink: { ...one, create: createLinkId, own: 204 },
  setFavourites: {
    ...sends({ ids: ['a'], favourite: true }, { ids: 7 }),
    own: 204,
    erased: 204,
  },
  // The member has no such design.
  createArchive: { ...batch, own: 404, erased: 429 },
  listDeletedDesigns: { own: 200, erased: 200 },
  deleteDesigns: { ...batch, own: 200, erased: 200 },
  restoreDesigns: { ...batch, own: 200, erased: 200 },
}

export const options = {
  feature: 'gallery',
  tenant,
  fetch: (request: Request) => exports.default.fetch(request),
  erase: (memberId: string) => exports.DesignLibrary.eraseMember(memberId),
}
