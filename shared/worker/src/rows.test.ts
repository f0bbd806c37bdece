import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  Flag,
  findRow,
  findValue,
  hasRow,
  jsonColumn,
  listRows,
  listValues,
  parseRows,
  selectColumns,
  setColumns,
} from './rows.ts'

const { DB } = env as unknown as { DB: D1Database }
const Row = z.object({ id: z.string(), deletedAt: z.nullable(z.string()) })

const select = (columns: string) => DB.prepare(`select ${columns}`)

it('lists and finds the rows that the schema describes', async () => {
  const row = { id: 'd7', deletedAt: null }
  expect(await listRows(select("'d7' as id, null as deletedAt"), Row)).toEqual([row])
  expect(await findRow(select("'d7' as id, null as deletedAt"), Row)).toEqual(row)
  expect(await findRow(select("'d7' as id, null as deletedAt where false"), Row)).toBeNull()
})

it.each([
  { name: 'a column that the statement lacks', columns: "'d7' as id" },
  { name: 'a column under another name', columns: "'d7' as id, null as deleted_at" },
  { name: 'a column of another type', columns: '7 as id, null as deletedAt' },
])('throws for $name', async ({ columns }) => {
  await expect(listRows(select(columns), Row)).rejects.toThrow()
  await expect(findRow(select(columns), Row)).rejects.toThrow()
  const [result] = await DB.batch([select(columns)])
  expect(() => parseRows(result, Row)).toThrow()
})

it('reads the only column of rows', async () => {
  expect(await listValues(select('7'), z.number())).toEqual([7])
  expect(await findValue(select('7 where false'), z.number())).toBeNull()
  expect(await hasRow(select('7 where false'))).toBe(false)
  await expect(findValue(select('7'), z.string())).rejects.toThrow()
})

it('reads flags and JSON, and throws for others', async () => {
  const Design = z.object({ isKept: Flag, places: jsonColumn(z.array(z.string())) })
  expect(await findRow(select(`1 as isKept, '["arm"]' as places`), Design)).toEqual({
    isKept: true,
    places: ['arm'],
  })
  for (const columns of [
    `2 as isKept, '[]' as places`,
    `0 as isKept, '[' as places`,
    `0 as isKept, '[7]' as places`,
  ]) {
    await expect(findRow(select(columns), Design)).rejects.toThrow()
  }
})

it('writes the columns of a select and of an update', () => {
  const Design = z.object({ id: z.string(), sizeMm: z.number(), version: z.number() })
  expect(selectColumns(Design, { version: 'v' })).toBe('id, size_mm as sizeMm, v as version')
  expect(setColumns(Design, { sizeMm: 10, version: undefined })).toEqual({
    sql: 'size_mm = ?',
    values: [10],
  })
})
