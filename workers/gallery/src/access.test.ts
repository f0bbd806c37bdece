import { env, exports } from 'cloudflare:workers'
import { readStored } from '@encre/worker/testing'
import { type AccessRow, sends, testAccess } from '@encre/worker/testing-access'
import { testWrites } from '@encre/worker/testing-writes'
import { operations } from './operations.ts'
import { createLink, importedPng, json, newDesign, saveDesign, tenant } from './testing.ts'
import Gallery from './worker.ts'

const create = async (memberId: string) => (await saveDesign(newDesign(memberId))).id
const createLinkId = async (memberId: string) =>
  (await createLink(memberId, await create(memberId))).link.id
const one = { create, own: 200, erased: 404, malformed: { path: '%00..%2f', status: 404 } }
const token = () => crypto.randomUUID().replaceAll('-', '').slice(0, 22)
const batch = sends({ ids: ['a'] }, { ids: 7 })

const rows: Record<string, AccessRow> = {
  'GET /designs': { own: 200, erased: 200 },
  'POST /designs': {
    request: () => ({
      query: `?subject=Loup&style=traditional&id=${crypto.randomUUID()}`,
      body: importedPng,
    }),
    malformed: { request: () => ({ query: '?style=traditional' }), status: 400 },
    own: 201,
    erased: 429,
  },
  'GET /designs/:id': one,
  'DELETE /designs/:id': { ...one, own: 204 },
  'GET /designs/:id/settings': one,
  'PATCH /designs/:id/settings': { ...one, request: () => json('PATCH', { notes: 'Fin' }) },
  'GET /designs/:id/neighbours': one,
  'GET /designs/:id/links': one,
  'POST /designs/:id/links': {
    ...one,
    request: () => json('POST', { days: 30, id: crypto.randomUUID(), token: token() }),
    own: 201,
  },
  'POST /designs/:id/answers/seen': { ...one, own: 204 },
  'DELETE /links/:id': { ...one, create: createLinkId, own: 204 },
  'PUT /favourites': {
    ...sends({ ids: ['a'], favourite: true }, { ids: 7 }),
    own: 204,
    erased: 204,
  },
  // The member has no such design.
  'POST /archives': { ...batch, own: 404, erased: 429 },
  'GET /deleted-designs': { own: 200, erased: 200 },
  'POST /deleted-designs': { ...batch, own: 200, erased: 200 },
  'POST /deleted-designs/restore': { ...batch, own: 200, erased: 200 },
}

const options = {
  basePath: '/api/gallery',
  tenant,
  fetch: (request: Request) => exports.default.fetch(request),
  erase: (memberId: string) => exports.DesignLibrary.eraseMember(memberId),
}

testAccess(Gallery.routes, operations, rows, options)

const openLink = async (memberId: string) =>
  (await createLink(memberId, await create(memberId))).url.split('/').at(-1) ?? ''
const words = () => json('POST', { id: crypto.randomUUID(), text: 'Plus grand' })
let archived = ''

testWrites(
  operations,
  {
    ...rows,
    'POST /links/:token/openings': { create: openLink },
    'POST /links/:token/answers': { create: openLink, request: words },
    'POST /links/:token/reports': { create: openLink, request: words },
    'POST /archives': {
      create: async (memberId) => {
        archived = await create(memberId)
        return archived
      },
      request: () => json('POST', { ids: [archived], token: token() }),
    },
  },
  { ...options, readStored: () => readStored(env.DB, { images: env.IMAGES }) },
)
