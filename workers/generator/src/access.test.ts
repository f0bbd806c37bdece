import { env, exports } from 'cloudflare:workers'
import { ownerKey } from '@encre/worker/member'
import { readStored } from '@encre/worker/testing'
import { type AccessRows, sends, testAccess } from '@encre/worker/testing-access'
import { testWrites } from '@encre/worker/testing-writes'
import { beforeEach } from 'vitest'
import * as contract from './contract.ts'
import {
  generationRequest,
  hang,
  library,
  maskPng,
  provider,
  TestMember,
  tenant,
  wholePng,
} from './testing.ts'
import Generator from './worker.ts'

/** A cancelled generation: its events end too. */
async function create(memberId: string): Promise<string> {
  const member = new TestMember(memberId)
  const { id } = await member.start()
  await member.call(`/generations/${id}`, { method: 'DELETE' })
  return id
}
const saveParent = (memberId: string) => new TestMember(memberId).saveParent()
const one = { create, own: 200, erased: 404, malformed: { path: '%00..%2f', status: 404 } }

const rows: AccessRows<typeof contract> = {
  startGeneration: {
    ...sends(generationRequest(), { ...generationRequest(), userId: 'auth0|another' }),
    own: 202,
    erased: 403,
  },
  listGenerations: { own: 200, erased: 200 },
  readGeneration: one,
  followGeneration: one,
  cancelGeneration: one,
  withdrawGeneration: {
    // A key that its owner has not used: 204, as for any other unknown key.
    create: async () => crypto.randomUUID(),
    own: 204,
    erased: 403,
    missing: 204,
    malformed: { path: 'no-uuid', status: 400 },
  },
  listFailedGenerations: { own: 200, erased: 200 },
  readParent: { ...one, create: saveParent },
  uploadMask: {
    ...one,
    create: saveParent,
    request: () => ({ query: `?id=${crypto.randomUUID()}`, body: maskPng(256) }),
    own: 201,
    erased: 403,
    malformed: { path: '%00..%2f', status: 404, erased: 403 },
  },
  uploadReference: {
    request: () => ({ query: `?id=${crypto.randomUUID()}`, body: wholePng }),
    own: 201,
    erased: 403,
    malformed: { request: () => ({ body: 'no image' }), status: 400, erased: 403 },
  },
  readOptions: { own: 200, erased: 200 },
}

const options = {
  feature: 'generator',
  tenant,
  fetch: (request: Request) => exports.default.fetch(request),
  erase: async (memberId: string) => {
    await exports.GenerationLedger.eraseMember(memberId)
    await library.eraseMember(memberId)
  },
}

beforeEach(() => {
  provider.answer = hang
})

testAccess(Generator.routes, contract, rows, options)

testWrites(contract, rows, {
  ...options,
  db: env.DB,
  async readStored(memberId) {
    const stored = await readStored(env.DB, { references: env.REFERENCES })
    const owner = await ownerKey(memberId)
    // Generations of the cells before this one go on, and so does its own.
    return new Map(
      [...stored]
        .filter((thing) => thing.some((text) => text.includes(memberId) || text.includes(owner)))
        .map(([place]) => [place, '']),
    )
  },
})
