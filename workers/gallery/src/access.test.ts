import { exports } from 'cloudflare:workers'
import { type AccessRow, testAccess } from '@encre/worker/testing-access'
import { operations } from './operations.ts'
import { createLink, newDesign, saveDesign, tenant } from './testing.ts'
import Gallery from './worker.ts'

const json = (body: unknown): RequestInit => ({ body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
const create = async (memberId: string) => (await saveDesign(newDesign(memberId))).id
const createLinkId = async (memberId: string) => (await createLink(memberId, await create(memberId))).link.id
const malformedPath = { path: '%00..%2f', status: 404 }

const batch = { request: () => json({ ids: ['a'] }), malformed: { request: () => json({ ids: 7 }), status: 400 } }

const rows: Record<string, AccessRow> = {
  'GET /designs': { own: 200, erased: 200 },
  // Without a subject. `imports.test.ts` has the others.
  'POST /designs': { own: 400, erased: 400 },
  'GET /designs/:id': { create, own: 200, erased: 404, malformed: malformedPath },
  'DELETE /designs/:id': { create, own: 204, erased: 404, malformed: malformedPath },
  'GET /designs/:id/settings': { create, own: 200, erased: 404, malformed: malformedPath },
  'PATCH /designs/:id/settings': { create, request: () => json({ notes: 'Fin' }), own: 200, erased: 404, malformed: malformedPath },
  'GET /designs/:id/neighbours': { create, own: 200, erased: 404, malformed: malformedPath },
  'GET /designs/:id/links': { create, own: 200, erased: 404, malformed: malformedPath },
  'POST /designs/:id/links': { create, request: () => json({ days: 30 }), own: 201, erased: 404, malformed: malformedPath },
  'POST /designs/:id/answers/seen': { create, own: 204, erased: 404, malformed: malformedPath },
  'DELETE /links/:id': { create: createLinkId, own: 204, erased: 404, malformed: malformedPath },
  'PUT /favourites': {
    request: () => json({ ids: ['a'], favourite: true }),
    own: 204,
    erased: 204,
    malformed: { request: () => json({ ids: 7 }), status: 400 },
  },
  // The member has no such design.
  'POST /archives': { ...batch, own: 404, erased: 404 },
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
