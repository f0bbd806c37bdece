import { writeZipEntries } from '@encre/worker/zip'
import { expect, it } from 'vitest'
import { endOfArchive, moveRecords } from './zip-writer.ts'

// `data-export.test.ts` joins whole parts.
it('writes ZIP64 for offsets over 4 GB', async () => {
  const entries = async function* () {
    yield { name: 'a.txt', date: new Date('2026-11-20'), body: new TextEncoder().encode('text') }
  }
  const writing = writeZipEntries(entries())
  let piece = await writing.next()
  while (!piece.done) {
    piece = await writing.next()
  }
  const base = 5 * 1024 ** 3
  const { records } = moveRecords(piece.value, base)
  const view = new DataView(records.buffer)
  const extraAt = 46 + view.getUint16(28, true)
  expect([view.getUint16(6, true), view.getUint32(42, true)]).toEqual([45, 0xffff_ffff])
  expect([view.getUint16(extraAt, true), view.getUint16(extraAt + 2, true)]).toEqual([1, 8])
  expect(view.getBigUint64(extraAt + 4, true)).toBe(BigInt(base))

  const end = new DataView(
    endOfArchive({ count: 1, offset: base + 100, length: records.length }).buffer,
  )
  expect([end.getUint32(0, true), end.getBigUint64(32, true), end.getBigUint64(48, true)]).toEqual([
    0x0606_4b50,
    1n,
    BigInt(base + 100),
  ])
  expect([end.getUint32(56, true), end.getBigUint64(64, true)]).toEqual([
    0x0706_4b50,
    BigInt(base + 100 + records.length),
  ])
  expect([end.getUint32(76, true), end.getUint32(92, true)]).toEqual([0x0605_4b50, 0xffff_ffff])
})

it('writes ZIP64 for 65,535 files, and not for one less', () => {
  expect(
    [65_534, 65_535].map((count) => endOfArchive({ count, offset: 0, length: 0 }).length),
  ).toEqual([22, 98])
})
