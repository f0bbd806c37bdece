import { rgbOf } from '@encre/picture/oklab'
import { xmpPacket } from '@encre/picture/origin-marks'
import { concatBytes } from '@encre/protocol/bytes'
import { drawClass } from './clean-lines.ts'
import {
  type CleanLayers,
  classNames,
  drawShade,
  fillsName,
  isHidden,
  type LayeredFile,
  type Layers,
  lineLayers,
  listGuides,
} from './layers.ts'
import { blend } from './perspective.ts'
import type { Field, Pixels, SizeMm } from './pixels.ts'
import { dotsPerInch, drawLineRows, sizeInDots } from './png.ts'
import { stencilInks } from './sheets.ts'

const encoder = new TextEncoder()

/**
 * A PSD of 300 dots per inch with all layers, and their sum for programs without layers. Its rows
 * are run-length encoded, as most are alike: 40 cm would take 450 MB as they are.
 */
export function writePsd({ layers, colour, title, origin }: LayeredFile): Uint8Array<ArrayBuffer> {
  const [width, height] = sizeInDots(layers.size)
  const painted = listLayers(layers, stencilInks[colour], width, height)
  const planes = painted.map(() => [createPlane(), createPlane(), createPlane(), createPlane()])
  const merged = [createPlane(), createPlane(), createPlane()]
  const row = new Uint8ClampedArray(4 * width)
  const sum = new Uint8ClampedArray(4 * width)
  for (let y = 0; y < height; y++) {
    sum.fill(255)
    for (const [index, { name, paint }] of painted.entries()) {
      row.fill(0)
      paint(y, row)
      for (const [channel, plane] of (planes[index] ?? []).entries()) plane.add(row, channel)
      if (isHidden(name)) continue
      for (let at = 0; at < row.length; at++) {
        const alpha = row[at | 3] ?? 0
        if (alpha > 0) sum[at] = (sum[at] ?? 0) + (((row[at] ?? 0) - (sum[at] ?? 0)) * alpha) / 255
      }
    }
    for (const [channel, plane] of merged.entries()) plane.add(sum, channel)
  }

  const records = painted.map(({ name }, index) =>
    writeRecord(name, planes[index] ?? [], width, height),
  )
  const images = planes.flat().flatMap((plane) => [u16(1), plane.counts(), ...plane.rows])
  const along = [u32(dotsPerInch << 16), u16(1), u16(2)]
  const xmp = encoder.encode(xmpPacket(origin, { title }))
  return concatBytes([
    encoder.encode('8BPS'),
    u16(1),
    new Uint8Array(6),
    u16(3),
    u32(height),
    u32(width),
    u16(8),
    u16(3),
    u32(0),
    sized([
      ...resource(1005, [...along, ...along]),
      ...(xmp.length > 0 ? resource(1060, [xmp]) : []),
    ]),
    sized([sized([padded([u16(records.length), ...records, ...images], 2)]), u32(0)]),
    u16(1),
    ...merged.map((plane) => plane.counts()),
    ...merged.flatMap((plane) => plane.rows),
  ])
}

/** What the file says of a layer before the images: its box, channels, names and visibility. */
function writeRecord(
  name: string,
  planes: ReturnType<typeof createPlane>[],
  width: number,
  height: number,
): Uint8Array<ArrayBuffer> {
  const lengths = planes.flatMap((plane, channel) => [
    u16(channel === 3 ? 0xffff : channel),
    u32(2 + plane.length()),
  ])
  const plain = encoder.encode(name.normalize('NFD').replace(/\p{M}/gu, ''))
  const characters = [...name].map((character) => u16(character.charCodeAt(0)))
  return concatBytes([
    u32(0),
    u32(0),
    u32(height),
    u32(width),
    u16(4),
    ...lengths,
    encoder.encode('8BIMnorm'),
    Uint8Array.of(255, 0, isHidden(name) ? 2 : 0, 0),
    sized([
      u32(0),
      u32(0),
      padded([Uint8Array.of(plain.length), plain], 4),
      encoder.encode('8BIMluni'),
      sized([padded([u32(name.length), ...characters], 4)]),
    ]),
  ])
}

/** Writes a row of a layer as red, green, blue and alpha into an empty one. */
type Paint = (y: number, row: Uint8ClampedArray) => void

/** The layers, the lowest first. */
function listLayers(
  layers: Layers,
  ink: string,
  width: number,
  height: number,
): { name: string; paint: Paint }[] {
  const { box, clean } = layers
  const sample = (picture: Pixels): Paint => {
    return (y, row) => {
      const from = box.y + ((y + 0.5) * box.height) / height - 0.5
      for (let x = 0; x < width; x++)
        blend(picture, box.x + ((x + 0.5) * box.width) / width - 0.5, from, row, 4 * x)
    }
  }
  const [red, green, blue] = rgbOf(ink)
  const fill = (field: Field): Paint => {
    const lines = drawLineRows(field, box, width, height)
    return (_, row) => {
      const alphas = lines.next().value ?? []
      for (let x = 0; x < width; x++) {
        row[4 * x] = red
        row[4 * x + 1] = green
        row[4 * x + 2] = blue
        row[4 * x + 3] = alphas[x + 1] ?? 0
      }
    }
  }
  return [
    { name: 'original', paint: sample(layers.picture) },
    { name: 'ombrage', paint: sample(drawShade(layers)) },
    ...(clean ? listParts(layers, clean) : [{ name: 'calque', field: layers.lines }]).map(
      ({ name, field }) => ({ name, paint: fill(field) }),
    ),
    { name: 'repères', paint: paintGuides(layers.size, width) },
  ]
}

/** What was drawn again: the fills, then the lines with those of the outside above all. */
function listParts({ box, size }: Layers, { drawing, widths }: CleanLayers) {
  const pixelsPerMm = box.width / size.width
  return [
    { name: fillsName, field: drawing.fills },
    ...lineLayers.map((kind) => ({
      name: classNames[kind],
      field: drawClass(drawing, kind, widths, pixelsPerMm),
    })),
  ]
}

function paintGuides(size: SizeMm, width: number): Paint {
  const perMm = width / size.width
  const guides = listGuides(size)
  return (y, row) => {
    for (const guide of guides) {
      if (y < Math.floor(guide.y * perMm) || y >= Math.ceil((guide.y + guide.height) * perMm))
        continue
      const to = Math.ceil((guide.x + guide.width) * perMm)
      for (let x = Math.floor(guide.x * perMm); x < to; x++) row[4 * x + 3] = 255
    }
  }
}

/** One channel: its packed rows. */
function createPlane() {
  const rows: Uint8Array<ArrayBuffer>[] = []
  const length = () => rows.reduce((sum, row) => sum + 2 + row.length, 0)
  return {
    rows,
    length,
    counts: () => concatBytes(rows.map((row) => u16(row.length))),
    add: (row: Uint8ClampedArray, channel: number) => rows.push(pack(row, channel)),
  }
}

/**
 * Packs every fourth byte: a run of equal ones is its length and the byte, others follow their
 * number (PackBits).
 */
function pack(row: Uint8ClampedArray, channel: number): Uint8Array<ArrayBuffer> {
  const count = row.length / 4
  const packed = new Uint8Array(count + Math.ceil(count / 128) + 1)
  const at = (i: number) => row[4 * i + channel]
  let end = 0
  let head = 0
  let literals = 0
  for (let i = 0; i < count; ) {
    let run = 1
    while (run < 128 && i + run < count && at(i + run) === at(i)) run++
    const isRun = run > 2
    if (isRun || literals === 0) head = end++
    packed[end++] = at(i) ?? 0
    // The head of literals is rewritten with each: their number less one.
    packed[head] = isRun ? 257 - run : literals
    literals = isRun || literals === 127 ? 0 : literals + 1
    i += isRun ? run : 1
  }
  return packed.slice(0, end)
}

function u16(value: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(value >> 8, value)
}

function u32(value: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(value >> 24, value >> 16, value >> 8, value)
}

function lengthOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0)
}

/** The parts after their length. */
function sized(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return concatBytes([u32(lengthOf(parts)), ...parts])
}

function padded(parts: readonly Uint8Array[], multiple: number): Uint8Array<ArrayBuffer> {
  return concatBytes([...parts, new Uint8Array(-lengthOf(parts) & (multiple - 1))])
}

function resource(id: number, parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer>[] {
  return [
    encoder.encode('8BIM'),
    u16(id),
    u16(0),
    sized(parts),
    new Uint8Array(lengthOf(parts) & 1),
  ]
}
