import { expect, test } from 'vitest'
import type { CleanLine } from './clean-lines.ts'
import type { LineClass } from './line-classes.ts'
import { writePsd } from './psd.ts'
import { createLayers } from './testing.ts'

/** The rows of a channel that is packed by runs (PackBits), as one array of bytes. */
function unpack(data: Buffer, width: number, height: number): number[] {
  const bytes: number[] = []
  let at = 2 * height
  for (let row = 0; row < height; row++) {
    const end = at + data.readUInt16BE(2 * row)
    while (at < end) {
      const count = data.readInt8(at)
      if (count < 0) bytes.push(...new Array<number>(1 - count).fill(data[at + 1] ?? 0))
      else bytes.push(...data.subarray(at + 1, at + 2 + count))
      at += count < 0 ? 2 : count + 2
    }
    if (bytes.length !== (row + 1) * width) throw new Error(`row ${row} is not ${width} wide`)
  }
  return bytes
}

/** The layers of a PSD of so many dots: name, whether it is hidden, and the channels' pixels. */
function readLayers(psd: Buffer, side: number) {
  // After the resources the lengths of all layers, twice, and their number.
  let at = 34 + psd.readUInt32BE(30) + 8
  const records = Array.from({ length: psd.readUInt16BE(at) }, (_, i) => {
    const start = i === 0 ? at + 2 : at
    expect([
      psd.readUInt32BE(start + 8),
      psd.readUInt32BE(start + 12),
      psd.readUInt16BE(start + 16),
    ]).toEqual([side, side, 4])
    const lengths = [0, 1, 2, 3].map((channel) => psd.readUInt32BE(start + 20 + 6 * channel))
    at = start + 58 + psd.readUInt32BE(start + 54)
    return {
      name: psd.toString('latin1', start + 67, start + 67 + (psd[start + 66] ?? 0)),
      isHidden: psd[start + 52] === 2,
      lengths,
    }
  })
  return records.map(({ name, isHidden, lengths }) => {
    const pixels = lengths.map((length) => {
      const rows = unpack(psd.subarray(at + 2, at + length), side, side)
      at += length
      return rows
    })
    return { name, isHidden, pixels }
  })
}

test('writes picture, shade, lines and guides as layers of 300 dots per inch', () => {
  const layers = createLayers()
  // Lines on the left; on the right noise, which is packed byte by byte.
  for (const [index] of layers.lines.data.entries())
    if (index % 40 >= 20) layers.lines.data[index] = 0
  layers.picture.data.set(
    layers.picture.data.map((value, i) => (i % 160 < 80 || i % 4 === 3 ? value : (i * 7919) % 256)),
  )
  const psd = Buffer.from(
    writePsd({ layers, colour: 'violet', isMirrored: false, title: 'Un loup', origin: 'ai' }),
  )
  const side = Math.round((40 / 25.4) * 300)
  expect([psd.toString('latin1', 0, 4), psd.readUInt32BE(14), psd.readUInt32BE(18)]).toEqual([
    '8BPS',
    side,
    side,
  ])
  expect([psd.readUInt16BE(38), psd.readUInt16BE(46), psd.readUInt16BE(50)]).toEqual([1005, 300, 1])
  const found = readLayers(psd, side).map(({ name, isHidden, pixels }) => {
    // Left and right of the middle, beside the guides.
    const colours = [100, 372].map((x) => pixels.map((rows) => rows[200 * side + x]))
    return [name, isHidden, ...colours]
  })
  expect(found).toEqual([
    [
      'original',
      true,
      [204, 0, 0, 255],
      [expect.any(Number), expect.any(Number), expect.any(Number), 255],
    ],
    ['ombrage', true, [0, 0, 0, 0], [0, 0, 0, 128]],
    ['calque', false, [74, 34, 181, 255], [74, 34, 181, 0]],
    ['reperes', false, [0, 0, 0, 0], [0, 0, 0, 0]],
  ])
})

test('writes what was drawn again as a layer for each class, above its fills', () => {
  // Four pixels per millimetre.
  const layers = { ...createLayers(), size: { width: 10, height: 10 } }
  const line = (kind: LineClass, y: number): CleanLine => ({
    kind,
    tips: [],
    from: [4, y],
    curves: [
      [
        [12, y],
        [24, y],
        [36, y],
      ],
    ],
  })
  const fills = { ...layers.lines, data: layers.lines.data.map((_, i) => (i < 320 ? 1 : 0)) }
  const drawing = {
    openEnds: [],
    lines: [line('outer', 16), line('inner', 24), line('detail', 32)],
    fills,
  }
  const clean = { drawing, widths: { outer: 1, inner: 0.8, detail: 0.6 } }
  const file = { colour: 'black', isMirrored: false, title: '', origin: 'ai' } as const
  const side = Math.round((10 / 25.4) * 300)
  const found = readLayers(
    Buffer.from(writePsd({ layers: { ...layers, clean }, ...file })),
    side,
  ).map(({ name, isHidden, pixels }) => {
    // The rows of the middle column that have ink, in millimetres.
    const alphas = pixels[3]?.filter((_, i) => i % side === side >> 1) ?? []
    const inked = [...alphas.keys()].filter((row) => (alphas[row] ?? 0) > 127)
    const toMm = (rows: number) => Math.round((254 * rows) / 300) / 10
    return [name, isHidden, toMm(inked[0] ?? 0), toMm(inked.length)]
  })
  expect(found.slice(2, 6)).toEqual([
    ['aplats', false, 0, 2],
    ['details', false, 7.7, 0.6],
    ['interieur', false, 5.6, 0.8],
    ['exterieur', false, 3.5, 1],
  ])
})
