import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { deflateSync } from 'node:zlib'
import type { Font, Glyph } from 'opentype.js'
import type { FaceId, PackedFace } from './src/lettering/faces.ts'

const require = createRequire(import.meta.url)
// Node sees no names in its CommonJS file.
const { parse }: typeof import('opentype.js') = require('opentype.js')

const packages: Record<FaceId, string> = {
  gothique: 'pirata-one/400Regular/PirataOne_400Regular.ttf',
  anglaise: 'alex-brush/400Regular/AlexBrush_400Regular.ttf',
  lineale: 'josefin-sans/200ExtraLight/JosefinSans_200ExtraLight.ttf',
  machine: 'courier-prime/400Regular/CourierPrime_400Regular.ttf',
}

/** What the languages in Latin letters are written with, and the signs beside their words. */
const letters = [
  ...range(0x20, 0x7e),
  ...range(0xa1, 0x17f).filter((letter) => !'\u00adŉſ'.includes(letter)),
  // Romanian, German, Azerbaijani, Welsh.
  ...'ȘșȚțẞƏəẀẁẂẃẄẅỲỳ',
  // Vietnamese.
  ...'ƠơƯư',
  ...range(0x1ea0, 0x1ef9),
  ...'‹›‘’‚“”„…–—•€™†‡№∞',
]

function range(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, i) => String.fromCharCode(first + i))
}

/** The file of a face, as its package has it. */
export function faceFile(face: FaceId): string {
  return require.resolve(`@expo-google-fonts/${packages[face]}`)
}

export function readFont(file: string): Font {
  const bytes = readFileSync(file)
  return parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
}

/** The letters, ligatures and kerning of a font, compressed: what a page reads in place of it. */
export function packFace(file: string): Buffer {
  const font = readFont(file)
  const glyphs = new Map<string, Glyph>()
  for (const letter of letters) {
    if (font.hasChar(letter)) glyphs.set(letter, font.charToGlyph(letter))
  }
  const texts = new Map([...glyphs].map(([letter, glyph]) => [glyph.index, letter]))
  for (const { sub, by } of ligaturesOf(font)) {
    const parts = sub.map((index) => texts.get(index))
    if (!parts.includes(undefined)) glyphs.set(parts.join(''), font.glyphs.get(by))
  }
  // Accents after their letter, so that the compression finds it again.
  const sorted = [...glyphs].sort(([one], [other]) =>
    compare(one.normalize('NFD'), other.normalize('NFD')),
  )
  const all = sorted.map(([, glyph]) => glyph)
  const rows = all.map((left) => all.map((right) => font.getKerningValue(left, right)))
  const [kinds, lefts] = group(rows)
  const [columns, rights] = group(all.map((_, right) => kinds.map((row) => row[right] ?? 0)))
  const packed: PackedFace = {
    unitsPerEm: font.unitsPerEm,
    kerning: columns,
    glyphs: Object.fromEntries(
      sorted.map(([text, glyph], index) => [
        text,
        {
          advance: glyph.advanceWidth ?? 0,
          path: writePath(glyph, font.unitsPerEm),
          left: lefts[index] ?? 0,
          right: rights[index] ?? 0,
        },
      ]),
    ),
  }
  return deflateSync(JSON.stringify(packed), { level: 9 })
}

interface Ligature {
  sub: number[]
  by: number
}

/** Its types leave the method out. */
function ligaturesOf({ substitution }: Font): Ligature[] {
  const typed = substitution as typeof substitution & {
    getLigatures: (feature: string) => Ligature[]
  }
  return typed.getLigatures('liga')
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

/** Relative steps: an accented letter repeats those of its parts. */
function writePath(glyph: Glyph, size: number): string {
  let x = 0
  let y = 0
  let path = ''
  const point = (toX: number, toY: number) => `${toX - x} ${toY - y}`
  for (const step of glyph.getPath(0, 0, size).commands) {
    if (step.type === 'Z') continue
    if (step.type === 'C')
      throw new Error(`${glyph.name} has cubic curves, which pages do not read`)
    const control = step.type === 'Q' ? `${point(step.x1, step.y1)} ` : ''
    path += `${step.type}${control}${point(step.x, step.y)}`
    x = step.x
    y = step.y
  }
  return path
}

/** The different lists, and which of them each is. */
function group(lists: number[][]): [different: number[][], indices: number[]] {
  const keys = lists.map((list) => list.join())
  const different = [...new Set(keys)]
  return [
    different.map((key) => key.split(',').map(Number)),
    keys.map((key) => different.indexOf(key)),
  ]
}
