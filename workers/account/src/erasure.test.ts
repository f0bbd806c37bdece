import { env, exports } from 'cloudflare:workers'
import { ownerKey } from '@encre/worker/member'
import { tokenLifetimeMs } from '@encre/worker/moment'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Bindings } from './bindings.ts'
import { Erasure } from './contract.ts'
import { freshSignInMs } from './erasure.ts'
import { exportPrefix } from './export/exports-store.ts'
import { erasureListLifetimeMs } from './lifetimes.ts'
import { places } from './places.ts'
import { sweep } from './sweep.ts'
import {
  callAs,
  createAccount,
  expectProblem,
  listErased,
  listReturned,
  member,
  password,
  tenant,
  tenantKeys,
} from './testing.ts'

const memberColumns = { users: 'id', places: 'holder', erasures: 'member_id', exports: 'member_id' }

const count = (table: keyof typeof memberColumns, id: string) =>
  env.DB.prepare(`select count(*) as count from ${table} where ${memberColumns[table]} = ?`)
    .bind(id)
    .first('count')

async function fillTables(member: string) {
  expect((await callAs(member, '/api/account/me')).status).toBe(200)
  const guess = { currentPassword: 'guess', newPassword: 'new-secret' }
  expect(
    (await callAs(member, '/api/account/password', { method: 'PUT', body: JSON.stringify(guess) }))
      .status,
  ).toBe(403)
  tenant.calls.length = 0
}

const askErasure = (member: string, proof: unknown = { password }, bindings?: object) =>
  callAs(member, '/api/account/me', { method: 'DELETE', body: JSON.stringify(proof) }, bindings)

async function erase(member: string): Promise<Erasure> {
  const answer = await askErasure(member)
  expect(answer.status).toBe(200)
  return Erasure.parse(await answer.json())
}

const erasures = async (member: string) => {
  const { gallery, generator } = await listErased()
  return [generator, gallery].map((erased) => erased.filter((one) => one === member).length)
}

/** The sign-in, the account and the attempts of a member that are left. */
const left = async (id: string) => [
  tenant.accounts.has(id),
  await count('users', id),
  await count('places', id),
]
const untouched = [true, 1, 1]
const gone = [false, 0, 0]

beforeEach(() => fillTables(member))

async function idToken(claims: Record<string, unknown> = {}, subject = member): Promise<string> {
  const { authorization } = await tenantKeys.authorization(subject, {
    aud: 'site',
    auth_time: secondsAgo(10),
    ...claims,
  })
  return authorization.slice('Bearer '.length)
}

const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds

describe('the proof for an erasure', () => {
  it('is the password, and the browser clears what the site stored', async () => {
    const answer = await askErasure(member)
    expect([answer.status, answer.headers.get('clear-site-data')]).toEqual([
      200,
      '"cache", "cookies", "storage"',
    ])
    expect(tenant.accounts.has(member)).toBe(false)
  })

  it('is not asked again of a request that comes while another one deletes the sign-in', async () => {
    const answers = await Promise.all([askErasure(member), askErasure(member), askErasure(member)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  it('counts although the sign-in is deleted between the two questions to the tenant', async () => {
    let other: Promise<Response> | undefined
    tenant.answers.set('POST /oauth/token', [
      async () => {
        other = askErasure(member)
        await other
        return Response.json({ error: 'invalid_grant' }, { status: 403 })
      },
    ])
    expect((await askErasure(member)).status).toBe(200)
    expect((await other)?.status).toBe(200)
  })

  it.each([
    { given: 'a wrong password', proof: { password: 'guess' }, code: 'wrong-password' },
    { given: 'neither password nor sign-in', proof: {}, code: 'sign-in-required' },
  ])('refuses $given and deletes nothing', async ({ proof, code }) => {
    const answer = await askErasure(member, proof)
    expect(answer.headers.has('clear-site-data')).toBe(false)
    await expectProblem(answer, 403, code)
    expect((await left(member)).slice(0, 2)).toEqual([true, 1])
  })

  it('can be guessed ten times an hour, together with changes of the password', async () => {
    // `fillTables` made one attempt.
    for (let attempt = 1; attempt < places.costs.password.limit; attempt++) {
      await askErasure(member, { password: 'guess' })
    }
    await expectProblem(await askErasure(member), 429, 'too-many-attempts')
    expect((await left(member)).slice(0, 2)).toEqual([true, 1])
  })

  it('is a sign-in of the last minutes, for which no password is needed', async () => {
    expect((await askErasure(member, { idToken: await idToken() })).status).toBe(200)
    expect(tenant.calls).not.toContain('GET /userinfo')
    expect(tenant.accounts.has(member)).toBe(false)
  })

  it.each([
    {
      proof: 'older sign-in',
      create: () => idToken({ auth_time: secondsAgo(freshSignInMs / 1000 + 1) }),
    },
    { proof: 'token that does not say when', create: () => idToken({ auth_time: undefined }) },
    { proof: "other member's sign-in", create: () => idToken({}, 'auth0|other') },
    { proof: 'sign-in at another client', create: () => idToken({ aud: 'elsewhere' }) },
    { proof: 'expired token', create: () => idToken({ exp: secondsAgo(60) }) },
    { proof: 'text that is no token', create: async () => 'x.y.z' },
  ])('is no $proof', async ({ create }) => {
    await expectProblem(
      await askErasure(member, { idToken: await create() }),
      403,
      'sign-in-required',
    )
    expect((await left(member)).slice(0, 2)).toEqual([true, 1])
  })
})

it('the erasure of an account: deletes all data of the member, then the sign-in, and nothing of another member', async () => {
  await fillTables(createAccount({}, 'auth0|other'))
  expect(await erase(member)).toEqual({ signInErased: true })
  expect(tenant.calls.at(-1)).toBe(`DELETE /api/v2/users/${member}`)
  expect([await left(member), await erasures(member)]).toEqual([gone, [1, 1]])
  expect([await left('auth0|other'), await erasures('auth0|other')]).toEqual([untouched, [0, 0]])
  await expectProblem(await callAs(member, '/api/account/me'), 401, 'permission-denied')
})

it('the erasure of an account: asks no worker that the list of features does not name', async () => {
  const mailer = {
    fetch,
    eraseMember: vi.fn(() => Promise.reject(new Error('the mailer has no such method'))),
  }
  const answer = await askErasure(member, { password }, { MAILER: mailer })
  expect([answer.status, await answer.json()]).toEqual([200, { signInErased: true }])
  expect(mailer.eraseMember).not.toHaveBeenCalled()
})

it('the erasure of an account: asks the generator first, whose running generation would save its design after the gallery was erased', async () => {
  const order: string[] = []
  const recorder = (name: string) => ({ fetch, eraseMember: async () => void order.push(name) })
  await askErasure(
    member,
    { password },
    { LIBRARY: recorder('gallery'), LEDGER: recorder('generator') },
  )
  expect(order).toEqual(['generator', 'gallery'])
})

it('the erasure of an account: stops if the gallery does not answer, and continues when it is repeated', async () => {
  await fillTables(createAccount({ email: 'ben@encre.test' }, 'gallery-fails-once'))
  await expectProblem(await askErasure('gallery-fails-once'), 503, 'unavailable')
  expect((await left('gallery-fails-once')).slice(0, 2)).toEqual([true, 1])
  expect(await erase('gallery-fails-once')).toEqual({ signInErased: true })
  expect(await left('gallery-fails-once')).toEqual(gone)
})

it('the erasure of an account: keeps the sign-in while the Management API is unavailable, so that the member can try again', async () => {
  tenant.answers.set(`DELETE /api/v2/users/${member}`, [
    () => new Response('oops', { status: 500 }),
  ])
  await expectProblem(await askErasure(member), 503, 'unavailable')
  expect(await left(member)).toEqual([true, 0, 0])
  expect(await erasures(member)).toEqual([1, 1])
  expect(await erase(member)).toEqual({ signInErased: true })
  expect(tenant.accounts.has(member)).toBe(false)
})

it('the erasure of an account: needs a fresh sign-in on a site without credentials to check a password', async () => {
  const bindings = { AUTH0_M2M_CLIENT_ID: '' }
  await expectProblem(await askErasure(member, { password }, bindings), 403, 'sign-in-required')
  const answer = await askErasure(member, { idToken: await idToken() }, bindings)
  expect([answer.status, await answer.json()]).toEqual([200, { signInErased: false }])
  expect(await left(member)).toEqual([true, 0, 0])
})

it('the erasure of an account: stays listed outside of the database for as long as backups are kept', async () => {
  const owner = await ownerKey(member)
  const listed = async () =>
    (await env.ERASURES.list()).objects
      .map(({ key }) => key)
      .filter((key) => key.endsWith(`/${owner}`))
  const before = new Date().toISOString()
  await erase(member)
  expect(await listed()).toEqual([
    expect.toSatisfy((key: string) => key.slice(0, before.length) >= before),
  ])

  vi.setSystemTime(Date.now() + erasureListLifetimeMs - 60_000)
  await exports.default.sweep()
  expect(await listed()).toHaveLength(1)
  vi.setSystemTime(Date.now() + 120_000)
  await exports.default.sweep()
  expect(await listed()).toEqual([])
})

it('the erasure of an account: is repeated in every feature for as long as a copy may bring the member back', async () => {
  await erase(member)
  const owner = await ownerKey(member)
  const bringBack = () =>
    env.DB.prepare(
      "insert into users (id, email, name, created_at) values (?, 'a@encre.test', 'Ana', '2026-01-01T10:00:00.000Z')",
    )
      .bind(member)
      .run()
  // Not the second erasure, after the last token.
  vi.setSystemTime(Date.now() + tokenLifetimeMs + 60_000)
  await exports.default.sweep()
  await bringBack()
  expect(await exports.default.sweep()).toMatchObject({ membersErasedAgain: 1 })
  expect([await count('users', member), tenant.accounts.has(member)]).toEqual([0, false])
  const received = await listReturned()
  const expected = expect.arrayContaining([expect.objectContaining({ ownerKey: owner })])
  expect(received).toEqual({ gallery: expected, generator: expected })

  // Who signed up again with the same id has newer rows.
  await env.DB.prepare(
    "insert into users (id, email, name, created_at) values (?, 'a@encre.test', 'Ana', ?)",
  )
    .bind(member, new Date().toISOString())
    .run()
  await exports.default.sweep()
  await exports.default.sweep()
  expect(await count('users', member)).toBe(1)
})

it('the erasure of an account: deletes what another tab saved meanwhile, once all tokens have expired', async () => {
  await erase(member)
  await env.DB.prepare(
    "insert into users (id, email, name, created_at) values (?, 'a@encre.test', 'Ana', '2026-11-20T10:00:00.000Z')",
  )
    .bind(member)
    .run()
  expect(await exports.default.sweep()).toMatchObject({ erasuresEnded: 0 })
  vi.setSystemTime(Date.now() + tokenLifetimeMs + 60_000)
  const { erasuresEnded } = await exports.default.sweep()
  expect(erasuresEnded).toBeGreaterThanOrEqual(1)
  expect([
    await count('users', member),
    await count('erasures', member),
    await erasures(member),
  ]).toEqual([0, 0, [2, 2]])
})

it('the erasure of an account: ends after one that fails, which stays for the next sweep', async () => {
  const failing = `failing ${crypto.randomUUID()}`
  const next = `next ${crypto.randomUUID()}`
  await env.DB.prepare(
    "insert into erasures (member_id, erased_at) values (?, '2026-01-01T00:00:00.000Z'), (?, '2026-01-02T00:00:00.000Z')",
  )
    .bind(failing, next)
    .run()
  const eraseMember = async (id: string) => {
    if (id === failing) throw new Error('the gallery is unavailable')
  }
  await sweep({ ...env, LIBRARY: { fetch, eraseMember } } as unknown as Bindings)
  expect([await count('erasures', failing), await count('erasures', next)]).toEqual([1, 0])
  expect(await exports.default.sweep()).toMatchObject({ erasuresEnded: 1 })
})

const askExport = () => callAs(member, '/api/account/export', { method: 'POST' })
const listExports = async () =>
  (await env.EXPORTS.list({ prefix: exportPrefix(await ownerKey(member)) })).objects
const countExports = async () => [await count('exports', member), (await listExports()).length]

it('an export that another tab asks for during the erasure does not survive it', async () => {
  const statuses: number[] = []
  const deletion = async () => {
    statuses.push((await askExport()).status)
    tenant.accounts.delete(member)
    return new Response(null, { status: 204 })
  }
  tenant.answers.set(`DELETE /api/v2/users/${member}`, [deletion])
  await erase(member)
  expect(statuses).toEqual([202])
  expect(await countExports()).toEqual([0, 0])
  expect(await count('users', member)).toBe(0)
  expect((await askExport()).status).toBe(401)
  expect(await countExports()).toEqual([0, 0])
})
