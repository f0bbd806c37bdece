import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { GenerationRequest, GenerationState } from './contract.ts'
import { moveGeneration } from './generations/generation-moves.ts'
import { acceptGeneration, findGeneration } from './generations/generations-store.ts'
import { dayOf, readQuota } from './limits/quota.ts'
import { listMissingModels, listModels } from './providers/models-store.ts'
import { generationRequest } from './testing.ts'

const db = env.UNMIGRATED_DB as D1Database
const migrations = env.MIGRATIONS ?? []
const settings = { ...env, DB: db }
const date = new Date().toISOString()
const tomorrow = new Date(Date.now() + 20 * 60 * 60 * 1000).toISOString()
const request = JSON.stringify(generationRequest())

/** One generation per state and per value of the column that is replaced. */
const before = GenerationState.options.flatMap((state) => [0, 1, 2].map((counted) => ({ id: `${state}-${counted}`, state, counted })))
const member = 'auth0|ana'

function insertGeneration({ id, state, counted }: (typeof before)[number]): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `insert into generations (id, member_id, owner_key, idempotency_key, body_hash, state, version, request, reference_id, request_id,
           model, attempt, problem, day, created_at, updated_at, transparent, composition)
         values (?1, ?2, 'owner', ?1, 'hash', ?3, 4, ?4, 'reference', 'request', 'gpt-image-2.5-flare', 2, ?5, ?6, ?7, ?7, 1, '5d02836769cb')`,
      )
      .bind(id, member, state, request, state === 'failed' ? 'no-image' : null, dayOf(date), date),
    db.prepare('update generations set counted = ? where id = ?').bind(counted, id),
  ]
}

beforeAll(async () => {
  await applyD1Migrations(
    db,
    migrations.filter(({ name }) => name < '0006'),
  )
  const lack = (table: string, model: string, retryAt: string) =>
    db.prepare(`insert into ${table} (base_url, model, ask_again_at) values (?, ?, ?)`).bind(env.OPENAI_BASE_URL, model, retryAt)
  await db.batch([
    ...before.flatMap(insertGeneration),
    db.prepare("insert into usage (day, member_id, used) values ('2026-01-01', 'auth0|ben', 3), ('2026-01-01', '', 8)"),
    db
      .prepare(
        "insert into attempts (generation_id, number, model, outcome, started_at, ended_at) values ('done-1', 1, 'm', 'busy', ?1, ?1)",
      )
      .bind(date),
    db
      .prepare(
        "insert into reference_images (id, member_id, owner_key, type, created_at, expires_at) values ('reference', ?1, 'o', 'image/png', ?2, ?2)",
      )
      .bind(member, date),
    lack('missing_models', 'dall-e-3', tomorrow),
    lack('unstreamed_models', 'gpt-image-2.5-flare', tomorrow),
    lack('opaque_models', 'gpt-image-2.5-flare', date),
  ])
  await applyD1Migrations(db, migrations)
})

describe('a generation from before the migration', () => {
  it.each(before)('keeps its fields: $id', async ({ id, state, counted }) => {
    expect(await findGeneration(db, member, id)).toEqual({
      id,
      memberId: member,
      ownerKey: 'owner',
      bodyHash: 'hash',
      state,
      version: 4,
      request: JSON.parse(request),
      requestId: 'request',
      composition: '5d02836769cb',
      model: 'gpt-image-2.5-flare',
      transparent: true,
      subjectKnown: true,
      attempt: 2,
      problem: state === 'failed' ? 'no-image' : null,
      billedTo: ['nobody', 'member', 'site'][counted],
      createdAt: date,
      updatedAt: date,
    })
  })

  it('is billed to the same quotas', async () => {
    const { results } = await db.prepare('select id, billed_to from generations').all<{ id: string; billed_to: string }>()
    const billedTo = ['nobody', 'member', 'site']
    expect(new Map(results.map((row) => [row.id, row.billed_to]))).toEqual(
      new Map(before.map(({ id, counted }) => [id, billedTo[counted]])),
    )
  })

  it('keeps its attempts, its reference and its idempotency key', async () => {
    expect(await db.prepare("select * from attempts where generation_id = 'done-1'").first()).toMatchObject({
      outcome: 'busy',
      ended_at: date,
    })
    expect(await db.prepare('select expires_at from reference_images').first('expires_at')).toBe(date)
    const again = await acceptGeneration(db, newGeneration('again', 'done-1'))
    expect(again).toMatchObject({ id: 'done-1', state: 'done' })
  })
})

describe('the quotas', () => {
  const states = GenerationState.options.length
  const used = async (id: string) => ({
    member: await db.prepare('select used from member_usage where day = ? and member_id = ?').bind(dayOf(date), id).first('used'),
    site: await db.prepare('select used from site_usage where day = ?').bind(dayOf(date)).first('used'),
  })

  it('continue with the values from before, of every day', async () => {
    // One generation per state takes from the member's quota, and one more from the site's.
    expect(await used(member)).toEqual({ member: states, site: 2 * states })
    expect((await db.prepare("select * from member_usage where day = '2026-01-01'").all()).results).toEqual([
      { day: '2026-01-01', member_id: 'auth0|ben', used: 3 },
    ])
    expect((await db.prepare("select * from site_usage where day = '2026-01-01'").all()).results).toEqual([{ day: '2026-01-01', used: 8 }])
    expect(await readQuota({ ...settings, GENERATIONS_PER_MEMBER_PER_DAY: '9' }, member)).toMatchObject({ limit: 9, left: 9 - states })
  })

  it('are returned as before by generations from before', async () => {
    const queued = { id: 'queued-1', version: 4 }
    const calling = { id: 'calling-1', version: 4 }
    await moveGeneration(db, queued, { to: 'cancelled', billedTo: 'nobody', outcome: 'cancelled' })
    expect(await used(member)).toEqual({ member: states - 1, site: 2 * states - 1 })
    await moveGeneration(db, calling, { to: 'interrupted', billedTo: 'site', outcome: 'unknown' })
    expect(await used(member)).toEqual({ member: states - 2, site: 2 * states - 1 })
    // What is billed to the site only stays so.
    await moveGeneration(db, { id: 'storing-2', version: 4 }, { to: 'done', outcome: 'image' })
    expect(await used(member)).toEqual({ member: states - 2, site: 2 * states - 1 })
  })

  it('are taken by new generations', async () => {
    const site = (await used(member)).site
    expect(await acceptGeneration(db, newGeneration('new', 'new', 'auth0|new'))).toMatchObject({ state: 'queued' })
    expect(await used('auth0|new')).toEqual({ member: 1, site: Number(site) + 1 })
  })
})

it('keeps what the models lack', async () => {
  expect(await listModels(settings)).toEqual([{ name: 'gpt-image-2.5-flare', references: true, stream: false, transparent: true }])
  expect(await listMissingModels(settings, 24 * 60 * 60 * 1000)).toEqual(['dall-e-3'])
})

it('leaves only strict tables', async () => {
  const { results } = await db.prepare("select name from pragma_table_list where type = 'table' and strict = 0 and schema = 'main'").all()
  expect(results.map(({ name }) => name).filter((name) => !/^(sqlite_|_cf_|d1_)/.test(String(name)))).toEqual([])
})

function newGeneration(id: string, idempotencyKey: string, memberId = member) {
  return {
    id,
    memberId,
    ownerKey: 'owner',
    idempotencyKey,
    bodyHash: 'hash',
    request: GenerationRequest.parse(generationRequest()),
    requestId: 'request',
    composition: null,
    networkKey: null,
    limits: { perMember: 50, started: 500, attempts: 150, perNetwork: null, perSite: 200 },
  }
}
