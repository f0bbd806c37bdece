import { exports } from 'cloudflare:workers'
import { type AccessRow, sends, testAccess } from '@encre/worker/testing-access'
import { operations } from './operations.ts'
import { createLink, json, newDesign, saveDesign, tenant } from './testing.ts'
import Gallery from './worker.ts'

const create = async (memberId: string) => (await saveDesign(newDesign(memberId))).id
const createLinkId = async (memberId: string) =>
  (await createLink(memberId, await create(memberId))).link.id
const one = { create, own: 200, erased: 404, malformed: { path: '%00..%2f', status: 404 } }
const batch = sends({ ids: ['a'] }, { ids: 7 })

const rows: Record<string, AccessRow> = {
  'GET /designs': { own: 200, erased: 200 },
  // Without a subject. `imports.test.ts` has the others.
  'POST /designs': { own: 400, erased: 400 },
  'GET /designs/:id': one,
  'DELETE /designs/:id': { ...one, own: 204 },
  'GET /designs/:id/settings': one,
  'PATCH /designs/:id/settings': { ...one, request: () => json('PATCH', { notes: 'Fin' }) },
  'GET /designs/:id/neighbours': one,
  'GET /designs/:id/links': one,
  'POST /designs/:id/links': { ...one, request: () => json('POST', { days: 30 }), own: 201 },
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
