import type { StyleId } from '@encre/protocol/catalogue'
import { accentFor } from './scene/palette.ts'
import { isWide, type Ribbon, type Scene, type Zone } from './scene/scene.ts'
import { fill, format, group, stroke } from './svg.ts'

/** A ribbon at the foot of the zone; without a subject, one ribbon per text in the middle. */
export function placeRibbons(texts: readonly string[], zone: Zone, alone: boolean): Ribbon[] {
  const width = 2 * zone.rx * (alone || !isWide(zone) ? 1 : 0.78)
  const tallest = alone ? Math.min(170, (1.2 * zone.ry) / texts.length) : 104
  const height = Math.min(tallest, width * 0.2)
  return texts.map((text, i) => {
    const fromMiddle = (i - (texts.length - 1) / 2) * height * 1.65
    const y = alone ? zone.y + fromMiddle : zone.y + zone.ry - height * 0.95
    return { text, x: zone.x, y, width, height }
  })
}

const lineWidths: Partial<Record<StyleId, number>> = {
  traditional: 9,
  japanese: 8,
  minimalist: 4.4,
  geometric: 4,
}

export function drawRibbons({ brief, palette, weight, ribbons, variation }: Scene): string[] {
  const shade = palette.coloured ? accentFor(palette, 'symbol', 1) : palette.paper
  const plain = brief.style === 'minimalist' || brief.style === 'dotwork'
  return ribbons.map((ribbon) =>
    drawBanner(ribbon, {
      ink: palette.ink,
      cloth: palette.paper,
      shade: plain ? palette.paper : shade,
      width: (lineWidths[brief.style] ?? 5) * weight,
      dotted: brief.style === 'dotwork',
      lean: -5 * (variation % 4),
    }),
  )
}

interface Inks {
  ink: string
  cloth: string
  shade: string
  width: number
  dotted: boolean
  /** In degrees: the images of one request differ. */
  lean: number
}

const front = 0.72

function drawBanner(
  { text, x, y, width, height }: Ribbon,
  { ink, cloth, shade, width: line, dotted, lean }: Inks,
): string {
  const w = width / 2
  const h = height / 2
  const n = format
  const edge = w * front
  const body = `M${n(-edge)} ${n(-h)}Q0 ${n(h * 0.5)} ${n(edge)} ${n(-h)}V${n(h)}Q0 ${n(h * 2.5)} ${n(-edge)} ${n(h)}Z`
  const tail = (side: number) =>
    `M${n(side * w * 0.58)} ${n(-h * 0.1)}L${n(side * w)} ${n(-h * 1.35)}L${n(side * w * 0.88)} ${n(-h * 0.3)}L${n(side * w)} ${n(h * 0.55)}L${n(side * w * 0.58)} ${n(h * 1.8)}Z`
  const fold = (side: number) =>
    `M${n(side * edge)} ${n(h)}L${n(side * w * 0.58)} ${n(h * 1.5)}L${n(side * w * 0.58)} ${n(h * 0.9)}Z`
  const dots = dotted ? { 'stroke-dasharray': `0 ${n(line * 1.5)}` } : {}
  const outline = (d: string) => stroke(d, ink, line, { 'stroke-linejoin': 'round', ...dots })
  return group(
    { transform: `translate(${n(x)} ${n(y)}) rotate(${lean})` },
    fill(tail(-1) + tail(1), dotted ? cloth : shade) + outline(tail(-1) + tail(1)),
    dotted ? outline(fold(-1) + fold(1)) : fill(fold(-1) + fold(1), ink),
    fill(body, cloth) + outline(body),
    writeOn(edge, h, text, ink, dotted),
  )
}

function writeOn(edge: number, h: number, text: string, ink: string, dotted: boolean): string {
  const { signs, width } = setLetters(text)
  if (signs.length === 0) return ''
  const marked = signs.some(({ marks }) => marks !== '')
  const scale = Math.min((h * (marked ? 0.98 : 1.2)) / 100, (edge * 1.62) / width)
  const pen = 17
  return signs
    .map(({ start, width: own, path, marks }) => {
      const x = (start + own / 2 - width / 2) * scale
      const y = h * 0.75 * (1 - (x / edge) ** 2)
      const angle = (Math.atan((-1.5 * h * x) / edge ** 2) * 180) / Math.PI
      const cut = dotted
        ? { 'stroke-dasharray': `0 ${format(pen * 0.62)}` }
        : { 'stroke-linecap': 'square', 'stroke-linejoin': 'miter' }
      const place = `translate(${format(x)} ${format(y)}) rotate(${format(angle)}) scale(${scale.toFixed(4)}) translate(0 ${marked ? -42 : -50})`
      return group(
        { transform: place },
        group({ transform: `translate(${format(-own / 2)} 0)` }, stroke(path, ink, pen, cut)),
        stroke(marks, ink, pen * 0.8, cut),
      )
    })
    .join('')
}

interface Letter {
  width: number
  path: string
}

const letter = (width: number, path: string): Letter => ({ width, path })

// Single strokes between 0 (top) and 100 (foot), drawn with a broad pen.
const letters: Readonly<Record<string, Letter>> = {
  A: letter(60, 'M0 100L30 0L60 100M11 64H49'),
  B: letter(52, 'M0 0V100H30C62 100 62 50 28 50C54 50 54 0 26 0ZM0 50H28'),
  C: letter(58, 'M58 20C48 -8 0 -10 0 50C0 110 48 108 58 80'),
  D: letter(60, 'M0 0V100H22C72 100 72 0 22 0Z'),
  E: letter(48, 'M48 0H0V100H48M0 50H38'),
  F: letter(48, 'M48 0H0V100M0 50H38'),
  G: letter(60, 'M58 20C48 -8 0 -10 0 50C0 110 50 106 60 84V56H36'),
  H: letter(56, 'M0 0V100M56 0V100M0 50H56'),
  I: letter(2, 'M1 0V100'),
  J: letter(38, 'M38 0V72C38 108 6 108 0 82'),
  K: letter(54, 'M0 0V100M52 0L0 58M17 42L54 100'),
  L: letter(46, 'M0 0V100H46'),
  M: letter(72, 'M0 100V0L36 62L72 0V100'),
  N: letter(56, 'M0 100V0L56 100V0'),
  O: letter(64, 'M32 0C-11 0 -11 100 32 100C75 100 75 0 32 0Z'),
  P: letter(50, 'M0 100V0H28C58 0 58 56 28 56H0'),
  Q: letter(64, 'M32 0C-11 0 -11 100 32 100C75 100 75 0 32 0ZM38 74L62 106'),
  R: letter(54, 'M0 100V0H28C58 0 58 54 28 54H0M26 54L54 100'),
  S: letter(52, 'M50 16C40 -8 2 -6 2 24C2 58 52 42 52 76C52 108 8 108 0 84'),
  T: letter(58, 'M0 0H58M29 0V100'),
  U: letter(56, 'M0 0V64C0 112 56 112 56 64V0'),
  V: letter(60, 'M0 0L30 100L60 0'),
  W: letter(88, 'M0 0L22 100L44 20L66 100L88 0'),
  X: letter(54, 'M0 0L54 100M54 0L0 100'),
  Y: letter(56, 'M0 0L28 50L56 0M28 50V100'),
  Z: letter(52, 'M0 0H52L0 100H52'),
  0: letter(54, 'M27 0C-9 0 -9 100 27 100C63 100 63 0 27 0Z'),
  1: letter(22, 'M0 20L22 0V100'),
  2: letter(52, 'M2 24C4 -10 52 -6 50 26C48 52 14 70 0 100H52'),
  3: letter(52, 'M4 12C18 -10 50 -2 48 24C46 46 28 48 18 48C36 48 54 52 52 76C50 108 8 108 0 86'),
  4: letter(56, 'M42 100V0L0 70H56'),
  5: letter(52, 'M46 0H8L4 46C20 32 52 38 52 70C52 108 8 108 0 88'),
  6: letter(54, 'M46 8C20 -14 0 30 0 64C0 112 54 112 54 68C54 32 8 34 1 62'),
  7: letter(50, 'M0 0H50L18 100'),
  8: letter(54, 'M27 48C-4 44 0 0 27 0C54 0 58 44 27 48C-10 52 -8 100 27 100C62 100 64 52 27 48Z'),
  9: letter(54, 'M8 92C34 114 54 70 54 36C54 -12 0 -12 0 32C0 68 46 66 53 38'),
  '-': letter(28, 'M0 52H28'),
  '.': letter(2, 'M1 98h.01'),
  '/': letter(36, 'M0 108L36 -8'),
  "'": letter(4, 'M3 0L1 24'),
  '&': letter(58, 'M58 100L12 34C-4 8 40 -14 38 16C36 38 0 44 2 76C4 108 50 108 58 60'),
  Æ: letter(84, 'M84 100H44V0H84M44 50H76M44 0L0 100M16 66H44'),
  Œ: letter(92, 'M92 0H34C-11 0 -11 100 34 100H92M50 0V100M50 50H82'),
}

const marks: Readonly<Record<string, string>> = {
  '\u0300': 'M-12 -36L4 -17',
  '\u0301': 'M12 -36L-4 -17',
  '\u0302': 'M-15 -17L0 -34L15 -17',
  '\u0303': 'M-16 -20C-8 -36 8 -10 16 -26',
  '\u0308': 'M-13 -22h.01M13 -22h.01',
  '\u030a': 'M0 -36C-14 -36 -14 -16 0 -16C14 -16 14 -36 0 -36Z',
  '\u0327': 'M0 104C16 108 12 126 -6 124',
}

interface Sign {
  start: number
  width: number
  path: string
  marks: string
}

const gap = 26
const blank = 34

/** Sets a text in capitals; signs without a letter here are left out. */
function setLetters(text: string): { signs: Sign[]; width: number } {
  const signs: Sign[] = []
  let at = 0
  for (const character of text.replaceAll('’', "'").normalize('NFD')) {
    const last = signs.at(-1)
    if (character === ' ') at += blank
    else if (marks[character] && last) last.marks += marks[character]
    const found = Object.hasOwn(letters, character) ? letters[character] : undefined
    if (!found) continue
    signs.push({ start: at, width: found.width, path: found.path, marks: '' })
    at += found.width + gap
  }
  return { signs, width: Math.max(0, at - gap) }
}
