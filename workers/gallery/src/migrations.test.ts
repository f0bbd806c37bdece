import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import { countDesigns, findDesign, insertDesign, listDesigns, noFilter } from './designs-store.ts'
import { foldSubjects } from './fold-store.ts'
import { numberOldDesigns } from './numbers-store.ts'
import { readSweepPosition } from './sweep-store.ts'
import { newDesign } from './testing.ts'

const db = env.UNMIGRATED_DB as D1Database
const migrations = env.MIGRATIONS ?? []
const isNew = ({ name }: { name: string }) => name >= '0003'

// The first, the last and an ordinary millisecond of a second, a leap day, and two designs with equal dates.
const dates = ['2026-11-20T10:00:00.000Z', '2026-11-20T10:00:00.999Z', '2024-02-29T23:59:59.007Z', '2026-11-20T10:00:00.000Z']
const ids = dates.map((_, index) => `design-${index}`)

beforeAll(async () => {
  await applyD1Migrations(
    db,
    migrations.filter((migration) => !isNew(migration)),
  )
  const insert = db.prepare(
    `insert into designs (id, user_id, subject, prompt, style, size, size_detail, placement, placement_detail, colors, model, origin, created_at)
     values (?1, 'auth0|ana', 'une rose ''d’été''', 'prompt', 'dotwork', 'custom', ?2, 'arm', null, '["#000000"]', 'm', 'ai', ?3)`,
  )
  await db.batch([
    ...dates.map((date, index) => insert.bind(ids[index], index === 0 ? null : '9 cm', Date.parse(date))),
    db.prepare("insert into removals (design_id, image_key) values ('removed', 'owners/x/designs/removed')"),
    db.prepare("update image_sweep set read_up_to = 'owners/y'"),
  ])
  await applyD1Migrations(db, migrations)
})

it('keeps every field of every design and turns its date into ISO 8601', async () => {
  for (const [index, date] of dates.entries()) {
    expect(await findDesign(db, 'auth0|ana', ids[index] ?? '')).toEqual({
      id: ids[index],
      userId: 'auth0|ana',
      subject: "une rose 'd’été'",
      prompt: 'prompt',
      style: 'dotwork',
      size: 'custom',
      sizeDetail: index === 0 ? null : '9 cm',
      placement: 'arm',
      placementDetail: null,
      colors: ['#000000'],
      model: 'm',
      origin: 'ai',
      createdAt: date,
      favourite: false,
      parentId: null,
    })
  }
})

it('keeps the order of the designs, new ones included', async () => {
  await insertDesign(db, newDesign('auth0|ana', { id: 'newer', createdAt: '2026-11-20T10:00:01Z' }))
  const listed = await listDesigns(db, 'auth0|ana', { ...noFilter, from: null, limit: 9 })
  expect(listed.map(({ id }) => id)).toEqual(['newer', 'design-1', 'design-3', 'design-0', 'design-2'])
})

it('counts the designs of before, and goes on counting', async () => {
  expect(await countDesigns(db, 'auth0|ana')).toBe(ids.length + 1)
})

it('numbers the designs of before in the order of their creation, before the new one', async () => {
  await numberOldDesigns(db)
  const listed = await listDesigns(db, 'auth0|ana', { ...noFilter, from: null, limit: 9 })
  expect(listed.map(({ number }) => number)).toEqual([5, 4, 3, 2, 1])
})

it('finds the designs of before once they are folded', async () => {
  await foldSubjects(db, 'auth0|ana')
  const found = await listDesigns(db, 'auth0|ana', { ...noFilter, words: ["d'ete"], from: null, limit: 9 })
  expect(found).toHaveLength(ids.length)
})

it('keeps the state of the sweep', async () => {
  expect(await readSweepPosition(db)).toBe('owners/y')
  expect(await insertDesign(db, newDesign('auth0|ana', { id: 'removed' }))).toBe(false)
})

it('leaves only strict tables', async () => {
  const { results } = await db.prepare("select name from pragma_table_list where type = 'table' and strict = 0 and schema = 'main'").all()
  expect(results.map(({ name }) => name).filter((name) => !/^(sqlite_|_cf_|d1_)/.test(String(name)))).toEqual([])
})
