import { inflateSync } from 'node:zlib'
import { drawOutline } from '@encre/stencil/letters'
import { describe, expect, it } from 'vitest'
import { faceFile, packFace, readFont } from '../../pack-face.ts'
import { faces, type PackedFace } from './faces.ts'
import { findMissing, layOut } from './lay-out.ts'

const phrases = [
  'Éléonore',
  'Ça œuvre',
  'Øystein Þór',
  'Őrült řeka',
  'țară Ștefan',
  'Łódź',
  'Ğ',
  '3 mai 1986',
  'MCMLXXXVI',
  'L’amour',
  'À jamais',
  'Noël',
  'Zoë & Chloë',
  'Sœur',
  'Où ?',
  '« Oui »',
  'Carpe diem',
  'Memento mori',
  'Always',
  'Don’t panic',
  'Office',
  'affluent',
  'fjord',
  'AVATAR',
  'WAVE',
  'Tybalt',
  'To the moon',
  '“Stay”',
  'mañana',
  '¿Quién?',
  '¡Olé!',
  'Corazón',
  'Niño',
  'pingüino',
  'coração',
  'saudade',
  'mãe',
  'avô',
  'À flor',
  'Straße',
  'Müller',
  'Größe',
  'Ärger',
  'Übermut',
  'Grüße',
  'Zażółć',
  'gęślą',
  'jaźń',
  'Żyć',
  'Śmierć',
  'Ćma',
  'Ńjutn',
  'İstanbul',
  'ışık',
  'Şükür',
  'doğa',
  'çiçek',
  '12.03.2004',
  'No. 7',
  '100 % moi',
  'un\ndeux\ntrois',
  'Qui vivra\nverra',
  'a'.repeat(60),
]

describe.each(faces.map(([face]) => ({ face })))('the face $face', ({ face }) => {
  const file = packFace(faceFile(face))
  const packed: PackedFace = JSON.parse(inflateSync(file).toString())
  const font = readFont(faceFile(face))
  const straight = { arc: 0, spacing: 0, contour: null }

  it('has at most 60 kB', () => expect(file.byteLength).toBeLessThanOrEqual(60_000))

  it.each(phrases.map((words) => ({ words })))('sets $words as its font does', ({ words }) => {
    expect(findMissing(packed, words)).toEqual([])
    const laidOut = layOut(packed, { ...straight, words })
    const drawn = laidOut?.letters.map(({ text }) => text).join('')
    expect(drawn).toBe(words.replace(/\s/g, ''))
    if (words.includes('\n')) return
    // The font's own outline, set and measured by the library that read it.
    const scale = 1000 / font.unitsPerEm
    let x = 0
    let left = Infinity
    let right = -Infinity
    const glyphs = font.stringToGlyphs(words)
    for (const [index, glyph] of glyphs.entries()) {
      const box = glyph.getBoundingBox()
      if (box.x2 > box.x1) {
        left = Math.min(left, x + box.x1)
        right = Math.max(right, x + box.x2)
      }
      const next = glyphs[index + 1]
      x += (glyph.advanceWidth ?? 0) + (next ? font.getKerningValue(glyph, next) : 0)
    }
    // 0.5 thousandths of the type size: 0.05 mm where letters are 10 cm high.
    expect(Math.abs((laidOut?.width ?? 0) - (right - left) * scale)).toBeLessThan(0.5)
  })

  it.each([
    { words: 'vie 😀', missing: ['😀'] },
    { words: 'سلام', missing: ['س', 'ل', 'ا', 'م'] },
    { words: 'Ω et я', missing: ['Ω', 'я'] },
  ])('names what it lacks of $words', ({ words, missing }) => {
    expect(findMissing(packed, words)).toEqual(missing)
  })

  it('parts ligatures where letters are spaced: every gap grows by as much', () => {
    const words = 'fidfi'
    const textsOf = (spacing: number) =>
      layOut(packed, { ...straight, words, spacing })?.letters.map(({ text }) => text)
    expect(textsOf(0)?.join('')).toBe(words)
    expect(textsOf(300)).toEqual([...words])
    const widths = [100, 200, 300].map(
      (spacing) => layOut(packed, { ...straight, words, spacing })?.width ?? 0,
    )
    expect((widths[1] ?? 0) - (widths[0] ?? 0)).toBeCloseTo(400, 1)
    expect((widths[2] ?? 0) - (widths[1] ?? 0)).toBeCloseTo(400, 1)
  })

  it('keeps its letters whole on an arc, and inks less of a contour', () => {
    const area = (layout: Parameters<typeof layOut>[1]) => {
      const laidOut = layOut(packed, layout)
      if (!laidOut) throw new Error('nothing was laid out')
      const { ink, box } = drawOutline(laidOut)
      const perPixel = Math.max(laidOut.width, laidOut.height) / Math.max(box.width, box.height)
      return ink.data.reduce((sum, value) => sum + value, 0) * perPixel ** 2
    }
    const words = 'Mon Or'
    const spaced = { ...straight, spacing: 200, words }
    const whole = area(spaced)
    for (const arc of [-60, 60, 180]) {
      expect(area({ ...spaced, arc }) / whole).toBeCloseTo(1, 2)
    }
    expect(area({ ...spaced, contour: 10 })).toBeLessThan(whole)
  })
})
