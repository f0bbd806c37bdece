import { concatBytes } from '@encre/protocol/bytes'
import { writeZipEntries } from '@encre/worker/zip'
import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { endOfArchive, moveRecords } from './zip-writer.ts'

async function writePart(names: string[]): Promise<{ bytes: Uint8Array; directory: Uint8Array }> {
  const entries = async function* () {
    for (const name of names) yield { name, date: new Date('2026-11-20'), body: once(new TextEncoder().encode(`text of ${name}`)) }
  }
  const writing = writeZipEntries(entries())
  const pieces: Uint8Array[] = []
  let piece = await writing.next()
  for (; !piece.done; piece = await writing.next()) pieces.push(piece.value)
  return { bytes: concatBytes(pieces), directory: piece.value }
}

async function* once(bytes: Uint8Array) {
  yield bytes
}

it('joins parts to one archive', async () => {
  const [one, two] = [await writePart(['a.txt', 'é.txt']), await writePart(['b/c.txt'])]
  const records = [moveRecords(one.directory, 0), moveRecords(two.directory, one.bytes.length)]
  const directory = concatBytes(records.map((moved) => moved.records))
  const offset = one.bytes.length + two.bytes.length
  const count = records.reduce((sum, moved) => sum + moved.count, 0)
  const files = unzipSync(concatBytes([one.bytes, two.bytes, directory, endOfArchive({ count, offset, length: directory.length })]))
  expect(Object.entries(files).map(([name, text]) => [name, strFromU8(text)])).toEqual([
    ['a.txt', 'text of a.txt'],
    ['é.txt', 'text of é.txt'],
    ['b/c.txt', 'text of b/c.txt'],
  ])
})

it('writes ZIP64 for offsets over 4 GB', async () => {
  const base = 5 * 1024 ** 3
  const { directory } = await writePart(['a.txt'])
  const { records } = moveRecords(directory, base)
  const view = new DataView(records.buffer)
  const extraAt = 46 + view.getUint16(28, true)
  expect([view.getUint16(6, true), view.getUint32(42, true)]).toEqual([45, 0xffff_ffff])
  expect([view.getUint16(extraAt, true), view.getUint16(extraAt + 2, true)]).toEqual([1, 8])
  expect(view.getBigUint64(extraAt + 4, true)).toBe(BigInt(base))

  const end = new DataView(endOfArchive({ count: 1, offset: base + 100, length: records.length }).buffer)
  expect([end.getUint32(0, true), end.getBigUint64(32, true), end.getBigUint64(48, true)]).toEqual([0x0606_4b50, 1n, BigInt(base + 100)])
  expect([end.getUint32(56, true), end.getBigUint64(64, true)]).toEqual([0x0706_4b50, BigInt(base + 100 + records.length)])
  expect([end.getUint32(76, true), end.getUint32(92, true)]).toEqual([0x0605_4b50, 0xffff_ffff])
})

it('writes ZIP64 for 65,535 files, and not for one less', () => {
  expect([65_534, 65_535].map((count) => endOfArchive({ count, offset: 0, length: 0 }).length)).toEqual([22, 98])
})
