import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { User } from './contract.ts'
import { renewBeforeExpirySeconds } from './tenant/management.ts'
import { callAs, createAccount, expectProblem, member, tenant } from './testing.ts'
import { findUser } from './users-store.ts'

const unavailable = () => Promise.reject(new Error('Network connection lost.'))

async function readMe(memberId = member): Promise<User> {
  const answer = await callAs(memberId, '/api/account/me')
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  return User.parse(await answer.json())
}

/** A member's name in the row and at the tenant. */
const namesOf = async (memberId = member) => [
  (await readMe(memberId)).name,
  tenant.accounts.get(memberId)?.name,
]

const rename = (body: unknown, id = member, bindings?: object) =>
  callAs(id, '/api/account/me', { method: 'PATCH', body: JSON.stringify(body) }, bindings)

describe("a member's document", () => {
  it("is created from the tenant's profile at the first call only", async () => {
    const before = Date.now()
    const first = await readMe()
    expect(first).toMatchObject({ id: member, email: 'ana@encre.test', name: 'Ana' })
    expect(Date.parse(first.createdAt)).toBeGreaterThanOrEqual(before)
    expect(await readMe()).toEqual(first)
    expect(tenant.calls).toEqual(['GET /userinfo'])
  })

  it.each([
    { has: 'no name', name: undefined },
    { has: 'a blank name', name: '  ' },
    { has: 'the address as name', name: 'ben.k@encre.test' },
  ])('is named after the part before the @ when the tenant has $has', async ({ name }) => {
    const id = createAccount({ email: 'ben.k@encre.test', name })
    expect((await readMe(id)).name).toBe('ben.k')
  })

  const refused = { status: 401, code: 'permission-denied' }
  const away = { status: 503, code: 'unavailable' }

  it.each([
    {
      does: 'refuses the token',
      answer: () => new Response('Unauthorized', { status: 401 }),
      ...refused,
    },
    {
      does: "answers another member's profile",
      answer: () => Response.json({ sub: 'auth0|other', email: 'other@encre.test' }),
      ...refused,
    },
    { does: 'is unavailable', answer: unavailable, ...away },
    { does: 'answers HTML', answer: () => new Response('<html>'), ...away },
  ])('is not created when the tenant $does', async ({ answer, status, code }) => {
    tenant.answers.set('GET /userinfo', [answer])
    await expectProblem(await callAs(member, '/api/account/me'), status, code)
    expect(await findUser(env.DB, member)).toBeNull()
  })
})

it('a rename: changes row and tenant of this member only', async () => {
  const ben = createAccount({ name: 'Ben' })
  await readMe(ben)
  const answer = await rename({ name: '  Anaïs  ' })
  expect([answer.status, User.parse(await answer.json()).name]).toEqual([200, 'Anaïs'])
  expect(await namesOf()).toEqual(['Anaïs', 'Anaïs'])
  expect(await namesOf(ben)).toEqual(['Ben', 'Ben'])
})

it('a rename: is refused when another tab has changed the name since, unless it is done already', async () => {
  await readMe()
  expect((await rename({ name: 'Anaïs', from: 'Ana' })).status).toBe(200)
  // Its answer was lost.
  expect((await rename({ name: 'Anaïs', from: 'Ana' })).status).toBe(200)
  await expectProblem(await rename({ name: 'Anna', from: 'Ana' }), 409, 'version-conflict')
  expect(await namesOf()).toEqual(['Anaïs', 'Anaïs'])
  expect((await rename({ name: 'Anna' })).status).toBe(200)
})

it('a rename: that arrives late changes no name that was given after its press', async () => {
  await readMe()
  expect((await rename({ name: 'Anaïs' })).status).toBe(200)
  expect((await rename({ name: 'Anaïs', ageMs: 60_000 })).status).toBe(200)
  await expectProblem(await rename({ name: 'Anna', ageMs: 60_000 }), 409, 'version-conflict')
  expect(await namesOf()).toEqual(['Anaïs', 'Anaïs'])
  expect((await rename({ name: 'Anna', ageMs: 0 })).status).toBe(200)
})

it('a rename: of many at once from one name one is done, and the tenant has the same name', async () => {
  await readMe()
  const names = Array.from({ length: 20 }, (_, index) => `Ana ${index}`)
  const answers = await Promise.all(names.map((name) => rename({ name, from: 'Ana' })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
  const [row, atTenant] = await namesOf()
  expect(atTenant).toBe(row)
})

it('a rename: that reaches the tenant after a newer one leaves the newer name there', async () => {
  await readMe()
  const call = `PATCH /api/v2/users/${member}`
  const { promise, resolve } = Promise.withResolvers<void>()
  const older = async () => {
    await promise
    const account = tenant.accounts.get(member)
    if (account) account.name = 'Anaïs'
    return Response.json({})
  }
  tenant.answers.set(call, [older])
  const first = rename({ name: 'Anaïs' })
  await vi.waitFor(() => expect(tenant.calls).toContain(call))
  expect((await rename({ name: 'Anna' })).status).toBe(200)
  resolve()
  expect((await first).status).toBe(200)
  expect(await namesOf()).toEqual(['Anna', 'Anna'])
})

it.each([
  { fault: 'a blank name', name: '   ' },
  { fault: 'a name of 81 characters', name: 'a'.repeat(81) },
  { fault: 'a line break', name: 'Ana\nAdmin' },
])('a rename: refuses $fault without a request to the tenant', async ({ name }) => {
  await expectProblem(await rename({ name }), 400, 'invalid-request')
  expect(tenant.calls).toEqual([])
})

it.each([
  { does: 'is unavailable', failure: unavailable, logged: '' },
  {
    does: 'answers 503',
    failure: () => new Response('', { status: 503 }),
    logged: '/api/v2/users/<member> answered 503',
  },
  {
    does: 'answers 429',
    failure: () => new Response('', { status: 429 }),
    logged: 'the tenant answered 429',
  },
  {
    does: 'refuses the name',
    failure: () => Response.json({ message: 'Payload validation error' }, { status: 400 }),
    logged: '',
  },
])(
  'a rename: changes nothing while the tenant $does, and names no member in the log',
  async ({ failure, logged }) => {
    await readMe()
    const lines = vi.spyOn(console, 'error').mockImplementation(() => {})
    tenant.answers.set(`PATCH /api/v2/users/${member}`, [failure])
    await expectProblem(await rename({ name: 'Anaïs' }), 503, 'unavailable')
    expect(await namesOf()).toEqual(['Ana', 'Ana'])
    const log = lines.mock.calls.join(' ')
    expect(log).toContain(logged)
    expect(log).not.toContain(member.slice('auth0|'.length))
    // The page sends it again.
    expect((await rename({ name: 'Anaïs', ageMs: 15_000 })).status).toBe(200)
  },
)

it('a rename: of one member too many a minute never reaches the tenant, and stops no other member', async () => {
  const passed: string[] = []
  const limit = async ({ key }: { key: string }) => ({
    success: !passed.includes(key) && passed.push(key) > 0,
  })
  const bindings = {
    FLOOD_LIMITS: 'on',
    MEMBER_WRITES: { limit: async () => ({ success: true }) },
    RENAMES: { limit },
  }
  const send = async (id: string) => (await rename({ name: 'Anaïs' }, id, bindings)).status
  expect([await send(member), await send(member), await send(createAccount())]).toEqual([
    200, 429, 200,
  ])
  expect(tenant.calls.filter((call) => call === `PATCH /api/v2/users/${member}`)).toHaveLength(1)
})

it('a rename: restores the name at the tenant when the row cannot be written', async () => {
  await readMe()
  const prepare = env.DB.prepare.bind(env.DB)
  vi.spyOn(env.DB, 'prepare').mockImplementation((sql) => {
    if (sql.startsWith('update users')) throw new Error('D1 is unavailable')
    return prepare(sql)
  })
  await expectProblem(await rename({ name: 'Anaïs' }), 500, 'internal')
  expect(await namesOf()).toEqual(['Ana', 'Ana'])
})

it('a rename: caches the management token, renews it before it expires and replaces it after a 401', async () => {
  // Other tests may have moved the clock by hours and renewed the token there.
  vi.setSystemTime(Date.now() + 10 * 86400 * 1000)
  await rename({ name: 'A' })
  const before = tenant.tokensIssued
  await rename({ name: 'B' })
  expect(tenant.tokensIssued).toBe(before)

  vi.setSystemTime(Date.now() + (86400 - renewBeforeExpirySeconds + 1) * 1000)
  await rename({ name: 'C' })
  expect(tenant.tokensIssued).toBe(before + 1)

  const revoked = () => Response.json({ message: 'Invalid token' }, { status: 401 })
  tenant.answers.set(`PATCH /api/v2/users/${member}`, [revoked])
  expect((await rename({ name: 'D' })).status).toBe(200)
  expect(tenant.tokensIssued).toBe(before + 2)
  tenant.answers.set(`PATCH /api/v2/users/${member}`, [revoked, revoked])
  await expectProblem(await rename({ name: 'E' }), 503, 'unavailable')
  expect(tenant.accounts.get(member)?.name).toBe('D')
})
