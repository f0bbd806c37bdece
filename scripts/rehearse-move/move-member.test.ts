import type { D1Database } from '@cloudflare/workers-types'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { moveMember } from './move-member.ts'
import { fillMember, openRehearsal, type Rehearsal } from './rehearsal.ts'

let rehearsal: Rehearsal
beforeAll(async () => {
  rehearsal = await openRehearsal()
}, 30_000)
afterAll(() => rehearsal.close())

const readDesigns = async (database: D1Database, memberId: string) =>
  (await database.prepare('select * from designs where member_id = ? order by id').bind(memberId).all()).results
const readCounter = (database: D1Database, memberId: string) =>
  database.prepare('select * from design_counts where member_id = ?').bind(memberId).first()
const addDesign = (database: D1Database, memberId: string, id: string) =>
  database
    .prepare(
      `insert into designs (id, member_id, subject, prompt, style, size, placement, colors, model, origin, created_at)
       values (?, ?, 's', 'p', 'dotwork', 'small', 'arm', '[]', 'm', 'ai', '2026-11-21T10:00:00.000Z')`,
    )
    .bind(id, memberId)
    .run()

it('moves every row of a member as it was, and nothing of another', async () => {
  const { source, target } = rehearsal
  await fillMember(source, 'ana', 1200)
  await fillMember(source, 'ben', 10)
  const before = await readDesigns(source, 'ana')
  const counter = await readCounter(source, 'ana')

  const counts = await moveMember(source, target, 'ana', async () => {})

  expect(counts).toMatchObject({ designs: 1200, design_counts: 1 })
  expect(await readDesigns(target, 'ana')).toEqual(before)
  expect(await readCounter(target, 'ana')).toEqual(counter)
  expect(await readDesigns(source, 'ana')).toEqual([])
  expect(await readDesigns(source, 'ben')).toHaveLength(10)
  expect(await readDesigns(target, 'ben')).toEqual([])
  await addDesign(target, 'ana', 'ana-later')
  expect(await target.prepare("select number from designs where id = 'ana-later'").first('number')).toBe(1201)
})

it('refuses writes of the member until the move ends, and lets others write', async () => {
  const { source, target } = rehearsal
  await fillMember(source, 'chloe', 5)
  await moveMember(source, target, 'chloe', async () => {
    await expect(addDesign(source, 'chloe', 'too-early')).rejects.toThrow('this member is being moved')
    for (const change of ["update designs set subject = 'later'", 'delete from designs']) {
      await expect(source.prepare(`${change} where member_id = 'chloe'`).run()).rejects.toThrow('this member is being moved')
    }
    await addDesign(source, 'ben', 'ben-meanwhile')
  })
  await addDesign(target, 'chloe', 'chloe-after')
  expect(await readDesigns(target, 'chloe')).toHaveLength(6)
  expect(await readDesigns(source, 'ben')).toHaveLength(11)
})

it('ends an interrupted move, without a design twice', async () => {
  const { source, target } = rehearsal
  await fillMember(source, 'dora', 700)
  const before = await readDesigns(source, 'dora')
  const interrupted = moveMember(source, target, 'dora', async () => {
    throw new Error('the power went')
  })
  await expect(interrupted).rejects.toThrow('the power went')
  expect(await readDesigns(source, 'dora')).toEqual(before)
  await moveMember(source, target, 'dora', async () => {})
  expect(await readDesigns(target, 'dora')).toEqual(before)
})

it('stops, with everything in the source, when the target has a row that the source lacks', async () => {
  const { source, target } = rehearsal
  await fillMember(source, 'emil', 3)
  await addDesign(target, 'emil', 'emil-unknown')
  const moved = moveMember(source, target, 'emil', async () => {})
  await expect(moved).rejects.toThrow('designs: the copy differs')
  await addDesign(target, 'fay', 'fay-unknown')
  await expect(moveMember(source, target, 'fay', async () => {})).rejects.toThrow('the target has more rows than the source')
  expect(await readDesigns(source, 'emil')).toHaveLength(3)
})

it('stops at a table whose members it cannot see', async () => {
  const { source, target } = rehearsal
  await source.prepare('create table strangers (id text primary key)').run()
  await expect(moveMember(source, target, 'ben', async () => {})).rejects.toThrow('strangers has no member_id')
  await source.prepare('drop table strangers').run()
})
