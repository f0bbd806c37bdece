import { colours, locations, sizes, styles } from '@encre/protocol/catalogue'
import resvg from '@resvg/resvg-wasm/index_bg.wasm'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { readBrief } from './brief.ts'
import { describeMisreading, drawDesign, drawProgress } from './draw.ts'
import { readLettering } from './lettering.ts'
import { createRandom } from './random.ts'
import { type Picture, renderPixels, renderPng, startRenderer } from './render.ts'
import { drawRetouch } from './retouch.ts'
import { compose } from './scene/compose.ts'
import { zoneOf } from './scene/scene.ts'
import { countInk, differenceOf, mirror, nearestColour } from './testing.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** `FUZZ_RUNS` sets it. */
    fuzzRuns: number
  }
}

// A third of the real sheet: the drawing is the same, its pixels are fewer.
const canvas = { width: 336, height: 336 }
const black = ['#000000']

beforeAll(() => startRenderer(resvg))

const usual = {
  style: 'minimaliste',
  subject: 'un loup',
  colours: black as readonly string[],
  size: 'Moyen (10-15 cm)',
  placement: 'Autre',
}

/** The prompt that the generator's worker sends. */
function promptOf(asked: Partial<typeof usual>) {
  const { style, subject, colours: chosen, size, placement } = { ...usual, ...asked }
  const list = chosen.map((hex) => `${colours.find((colour) => colour.hex === hex)?.label.toLowerCase()} (${hex})`).join(', ')
  const ink = chosen.length > 0 ? `Use these ink colors: ${list}` : 'Use black ink'
  return `Create a ${style} tattoo design. Subject: ${subject}. ${ink}. Tattoo size: ${size}. Placement: ${placement}. High-quality tattoo flash.`
}

function paint(asked: Partial<typeof usual>): Picture {
  return renderPixels(drawDesign({ prompt: promptOf(asked), canvas }))
}

// The first one also waits for the renderer to warm up.
test.for(styles)('$id puts a fair amount of black alone on the paper, the same every time', { timeout: 30_000 }, ({ name }) => {
  const request = { prompt: promptOf({ style: name.toLowerCase(), subject: 'une rose', colours: [] }), canvas }
  const svg = drawDesign(request)
  expect(drawDesign(request)).toBe(svg)
  const picture = renderPixels(svg)
  expect(countInk(picture)).toBeGreaterThan(0.008)
  expect(countInk(picture)).toBeLessThan(0.7)
  expect(nearestColour(picture, black).foreign).toBe(0)
})

test.for(styles)('$id uses every chosen colour and no other', ({ name }) => {
  const chosen = ['#000000', '#0066cc', '#cc0000']
  const picture = paint({ style: name.toLowerCase(), subject: 'un papillon et des roses', colours: chosen, placement: 'Dos' })
  const found = nearestColour(picture, chosen)
  for (const hex of chosen) expect(found.shares.get(hex), hex).toBeGreaterThan(0.0002)
  expect(found.foreign).toBeLessThan(0.001)
})

test('a geometric ornament is its own mirror image, and its subject stays whole', { timeout: 30_000 }, () => {
  for (const subject of ['un renard', 'une abeille']) {
    const { width, height, pixels } = paint({ style: 'géométrique', subject, colours: ['#000000', '#7733cc'] })
    const rows = Math.round(height * 0.14)
    const top = { width, height: rows, pixels: pixels.subarray(0, 4 * width * rows) }
    expect(differenceOf(top, mirror(top)), subject).toBeLessThan(0.001)
    expect(differenceOf({ width, height, pixels }, mirror({ width, height, pixels })), subject).toBeGreaterThan(0.001)
  }
})

test.for(styles)('$id: images of one request differ in composition, not as mirror images', { timeout: 30_000 }, ({ name }) => {
  const prompt = promptOf({ style: name.toLowerCase(), subject: 'un renard' })
  const [one, other] = [0, 1].map((variation) => renderPixels(drawDesign({ prompt, canvas, variation })))
  if (!one || !other) throw new Error('two images')
  expect(differenceOf(one, other)).toBeGreaterThan(0.02)
  expect(differenceOf(one, mirror(other))).toBeGreaterThan(0.02)
})

test.for(styles)('$id writes the name on the ribbon', ({ name }) => {
  const lettered = (text: string) =>
    drawDesign({ prompt: promptOf({ style: name.toLowerCase(), subject: `un ruban avec le prénom ${text}` }), canvas })
  const [louise, long] = [lettered('Louise'), lettered('Maximilienne')]
  expect(louise).not.toBe(lettered(''))
  expect(long.split('rotate(').length).toBeGreaterThan(louise.split('rotate(').length)
})

test.for([
  ['un schmilblick', 'Dessiné : un motif abstrait. Non compris : schmilblick'],
  ['Un loup majestueux, l’air féroce, sous la lune', 'Dessiné : Un loup, la lune. Non compris : majestueux, l’air féroce'],
  ['un ruban avec le prénom Louise et un bidule', 'Dessiné : un ruban. Non compris : bidule'],
  ['un loup noir sous la lune', null],
  ['un ruban avec le prénom Louise', null],
] as const)('says what it did not understand in "%s"', ([subject, sentence]) => {
  expect(describeMisreading({ prompt: promptOf({ subject }) })).toBe(sentence)
})

test('the place shapes the drawing: a leg is tall, a chest is wide', () => {
  const reach = (placement: string) => countInk.box(paint({ style: 'japonais', placement }))
  expect(reach('Jambe').height).toBeGreaterThan(1.3 * reach('Jambe').width)
  expect(reach('Poitrine').width).toBeGreaterThan(1.3 * reach('Poitrine').height)
})

test('shows the violet stencil first, then more and more ink', () => {
  const wish = { prompt: promptOf({ style: 'traditionnel' }), canvas }
  const [stencil, half] = [0, 0.5].map((share) => renderPixels(drawProgress(wish, share)))
  if (!stencil || !half) throw new Error('nothing was drawn')
  expect(nearestColour(stencil, ['#4a22b5']).foreign).toBeLessThan(0.001)
  expect(countInk(half)).toBeGreaterThan(countInk(stencil))
})

test('random prompts are all drawn', { timeout: 3_600_000 }, () => {
  const random = createRandom(6)
  const pick = <T>(list: readonly T[]): T => {
    const value = list[Math.floor(random() * list.length)]
    if (value === undefined) throw new Error('an empty list')
    return value
  }
  const known = 'loup lune roses crâne papillons ancre montagne épée'.split(' ')
  const words = [...known, ...'une deux trois sous avec et dans 🐉 <b>"&amp; onirique É ß'.split(' ')]
  // `npm test -- --long fuzz` draws many more.
  for (let i = 0; i < Math.ceil(inject('fuzzRuns') / 10); i++) {
    const others = Array.from({ length: Math.floor(random() * 5) }, () => pick(words))
    const subject = (random() < 0.9 ? [pick(known), ...others] : others).join(' ')
    const asked = { style: pick(styles).name.toLowerCase(), subject, colours: colours.filter(() => random() < 0.4).map(({ hex }) => hex) }
    const prompt = promptOf({ ...asked, size: pick(sizes).label, placement: pick(locations).label })
    expect(drawDesign({ prompt, canvas }), prompt).not.toMatch(/NaN|undefined|Infinity/)
  }
})

describe('lettering', () => {
  test.for([
    ['un ruban avec le prénom Louise', 'LOUISE'],
    ['une rose et un ruban avec « Maman »', 'MAMAN'],
    ['une ancre avec "Jean-Marie"', 'JEAN-MARIE'],
    ['une banderole, date 12 mai 2019, sous un crâne', '12 MAI 2019'],
    ['le prénom de ma fille Marguerite', 'MARGUERITE'],
    ['un ruban', ''],
  ] as const)('reads what "%s" wants written', ([subject, text]) => {
    expect(readLettering(subject)?.text).toBe(text)
  })

  test.for(["l'ours d'argent", 'un loup sous la lune', 'une rose sans nom'])('finds nothing to write in "%s"', (subject) => {
    expect(readLettering(subject)).toBeNull()
  })

  test('takes a name out of the subject, so that Rose is no flower', () => {
    expect(readLettering('un cœur avec le prénom Rose')?.rest).not.toMatch(/rose/i)
  })
})

describe('headgear', () => {
  test.for(['loup', 'lion', 'crâne', 'tigre', 'hibou', 'rose', 'carpe koï', 'loup qui hurle'])(
    'sets the crown on the head of: %s',
    (subject) => {
      const brief = readBrief(`Create a traditionnel tattoo design. Subject: un ${subject} avec une couronne. Use black ink.`)
      const placed = compose(brief, zoneOf('custom', { width: 1024, height: 1024 }), { share: 0.86, reference: null, variation: 0 })
      const lead = placed.find(({ role }) => role === 'lead')
      const crown = placed.find(({ shape }) => shape === 'crown')
      if (!lead || !crown) throw new Error('the lead or its crown is missing')

      const top = lead.y - (lead.figure.box.height * lead.scale) / 2
      const [width, height] = [lead.figure.box.width * lead.scale, lead.figure.box.height * lead.scale]
      expect(crown.y).toBeLessThan(top + 0.3 * height)
      expect(crown.y).toBeGreaterThan(top - 0.3 * height)
      expect(Math.abs(crown.x - lead.x)).toBeLessThan(width / 2)
    },
  )
})

test('a retouch draws the new words where the mask is transparent, and keeps the rest of the picture', () => {
  const sides = { width: 256, height: 256 }
  const svg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256">${content}</svg>`
  const urlOf = (text: string) => `data:image/png;base64,${renderPng(text).toBase64()}`
  const reference = urlOf(drawDesign({ prompt: promptOf({ subject: 'un loup' }), canvas: sides }))
  const mask = urlOf(svg('<path d="M0 0H256V128H0Z"/>'))
  const prompt = `${promptOf({})} Change: Ajoute une rose. Keep everything else unchanged.`
  const before = renderPixels(svg(`<image width="256" height="256" href="${reference}"/>`)).pixels
  const after = renderPixels(drawRetouch({ prompt, canvas: sides, reference, mask })).pixels
  const half = 4 * 256 * 128
  expect(after.subarray(0, half)).toEqual(before.subarray(0, half))
  expect(after.subarray(half)).not.toEqual(before.subarray(half))
  expect(readBrief(prompt).read).toEqual(['une rose'])
  expect(describeMisreading({ prompt })).toBeNull()
})
