import { colours, locations, sizes, styles } from '@encre/protocol/catalogue'
import resvg from '@resvg/resvg-wasm/index_bg.wasm'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { readBrief } from './brief.ts'
import { describeMisreading, drawDesign, drawProgress } from './draw.ts'
import { readLettering } from './lettering.ts'
import { createRandom } from './random.ts'
import { type Picture, renderPixels, startRenderer } from './render.ts'

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

/** Share of the sheet that is not paper. */
function countInk({ width, height, pixels }: Picture): number {
  let count = 0
  for (let at = 0; at < pixels.length; at += 4) {
    if (Math.min(...pixels.subarray(at, at + 3)) < 200) count++
  }
  return count / (width * height)
}

/** The colours of a drawing beside the paper's. */
const coloursOf = (svg: string) =>
  [...new Set(svg.match(/#[0-9a-f]{3,6}\b/g))].filter((colour) => !/^#f+$/.test(colour)).sort()

const usual = {
  style: 'minimaliste',
  subject: 'un loup',
  colours: black as readonly string[],
  size: 'Moyen (10-15 cm)',
  placement: 'Autre',
}

/** The prompt that the generator's worker sends. */
function promptOf(requested: Partial<typeof usual>) {
  const { style, subject, colours: chosen, size, placement } = { ...usual, ...requested }
  const list = chosen
    .map((hex) => `${colours.find((colour) => colour.hex === hex)?.label.toLowerCase()} (${hex})`)
    .join(', ')
  const ink = chosen.length > 0 ? `Use these ink colors: ${list}` : 'Use black ink'
  return `Create a ${style} tattoo design. Subject: ${subject}. ${ink}. Tattoo size: ${size}. Placement: ${placement}. High-quality tattoo flash.`
}

// The first one also waits for the renderer to warm up.
test.for(styles)(
  '$id puts a fair amount of black alone on the paper, the same every time',
  { timeout: 30_000 },
  ({ name }) => {
    const request = {
      prompt: promptOf({ style: name.toLowerCase(), subject: 'une rose', colours: [] }),
      canvas,
    }
    const svg = drawDesign(request)
    expect(drawDesign(request)).toBe(svg)
    const picture = renderPixels(svg)
    expect(countInk(picture)).toBeGreaterThan(0.008)
    expect(countInk(picture)).toBeLessThan(0.7)
    expect(coloursOf(svg)).toEqual(black)
  },
)

test.for(styles)('$id uses every chosen colour and no other', ({ name }) => {
  const chosen = ['#000000', '#0066cc', '#cc0000']
  const requested = {
    style: name.toLowerCase(),
    subject: 'un papillon et des roses',
    colours: chosen,
    placement: 'Dos',
  }
  // The background of a portrait has half the ink.
  const halfOf = (hex: string) =>
    `#${hex.slice(1).replace(/../g, (part) => Math.round((255 + Number.parseInt(part, 16)) / 2).toString(16))}`
  const found = coloursOf(drawDesign({ prompt: promptOf(requested), canvas }))
  expect(
    [
      ...new Set(
        found.map((colour) => chosen.find((hex) => colour === hex || colour === halfOf(hex))),
      ),
    ].sort(),
  ).toEqual(chosen)
})

test.for(styles)('$id writes the name on the ribbon', ({ name }) => {
  const lettered = (text: string) =>
    drawDesign({
      prompt: promptOf({ style: name.toLowerCase(), subject: `un ruban avec le prénom ${text}` }),
      canvas,
    })
  const louise = lettered('Louise')
  const long = lettered('Maximilienne')
  expect(louise).not.toBe(lettered(''))
  expect(long.split('rotate(').length).toBeGreaterThan(louise.split('rotate(').length)
})

test.for([
  ['un schmilblick', 'Dessiné : ces mots sur un ruban. Non compris : schmilblick'],
  [
    'Un loup majestueux, l’air féroce, sous la lune',
    'Dessiné : Un loup, la lune. Non compris : majestueux, l’air féroce',
  ],
  ['un ruban avec le prénom Louise et un bidule', 'Dessiné : un ruban. Non compris : bidule'],
  ['un loup noir sous la lune', null],
] as const)('says what it did not understand in "%s"', ([subject, sentence]) => {
  expect(describeMisreading({ prompt: promptOf({ subject }) })).toBe(sentence)
})

test.for([
  ['un lion avec une rose', 'un lion sans couronne avec une rose'],
  ['un lion et une ancre', 'un lion sans couronne ni feuilles et une ancre'],
  ['une rose', 'une rose sans ruban'],
  ['un lion', 'un lion, aucune couronne'],
  ['un lion', 'un lion, pas la couronne'],
  ['une ancre', 'une ancre, ni rose ni ruban'],
  ['un loup', 'un loup, évitez la lune'],
  ['un loup', 'un loup, pas d’étoiles'],
] as const)('draws "%s" for "%s"', ([wanted, said]) => {
  const shapesOf = (subject: string) =>
    readBrief(promptOf({ subject })).subjects.map(({ subject }) => subject.shape)
  expect(shapesOf(said)).toEqual(shapesOf(wanted))
  expect(readBrief(promptOf({ subject: said })).ribbon).toBeNull()
})

test('draws a rose without its leaves, and letters an exclusion that is quoted', () => {
  const inkOf = (subject: string) =>
    countInk(renderPixels(drawDesign({ prompt: promptOf({ subject }), canvas })))
  expect(inkOf('une rose sans feuilles')).toBeLessThan(inkOf('une rose'))
  expect(readBrief('Subject: un lion avec « Sans regret »').ribbon).toBe('SANS REGRET')
})

test.for([
  ['japonais', 'un loup', 'fleurs', '#7733cc'],
  ['japonais', 'un loup', 'soleil', '#cc0000'],
  ['traditionnel', 'une rose', 'étoiles', '#cc0000'],
] as const)(
  '%s, %s: the style adds no %s that the words exclude',
  ([style, subject, word, hex]) => {
    const paints = (said: string) =>
      drawDesign({
        prompt: promptOf({
          style,
          subject: said,
          colours: ['#000000', '#cc0000', '#0066cc', '#7733cc'],
        }),
        canvas,
      }).split(hex).length
    expect(paints(`${subject} sans ${word}`)).toBeLessThan(paints(subject))
  },
)

test.for(styles)('$id letters the words of a subject that it does not know', ({ name }) => {
  const signsOf = (subject: string) =>
    drawDesign({ prompt: promptOf({ style: name.toLowerCase(), subject }), canvas }).split(
      'rotate(',
    ).length
  const letters = signsOf('un schmilblick') - signsOf('un ruban')
  expect(letters).toBe('schmilblick'.length)
})

test('shows the violet stencil first, then more and more ink', () => {
  const wish = { prompt: promptOf({ style: 'traditionnel' }), canvas }
  const [stencil = '', half = ''] = [0, 0.5].map((share) => drawProgress(wish, share))
  expect(coloursOf(stencil)).toEqual(['#4a22b5'])
  expect(countInk(renderPixels(half))).toBeGreaterThan(countInk(renderPixels(stencil)))
})

test('random prompts are all drawn', { timeout: 3_600_000 }, () => {
  const random = createRandom(6)
  const pick = <T>(list: readonly T[]): T => {
    const value = list[Math.floor(random() * list.length)]
    if (value === undefined) throw new Error('an empty list')
    return value
  }
  const known = 'loup lune roses crâne papillons ancre montagne épée'.split(' ')
  const words = [
    ...known,
    ...'une deux trois sous avec et dans 🐉 <b>"&amp; onirique É ß'.split(' '),
  ]
  // `npm test -- --long fuzz` draws many more.
  for (let i = 0; i < Math.ceil(inject('fuzzRuns') / 10); i++) {
    const others = Array.from({ length: Math.floor(random() * 5) }, () => pick(words))
    const subject = (random() < 0.9 ? [pick(known), ...others] : others).join(' ')
    const requested = {
      style: pick(styles).name.toLowerCase(),
      subject,
      colours: colours.filter(() => random() < 0.4).map(({ hex }) => hex),
    }
    const prompt = promptOf({
      ...requested,
      size: pick(sizes).label,
      placement: pick(locations).label,
    })
    expect(drawDesign({ prompt, canvas }), prompt).not.toMatch(/NaN|undefined|Infinity/)
  }
})

describe('lettering', () => {
  test.for([
    ['un ruban avec le prénom Louise', 'LOUISE'],
    ['une ancre avec "Jean-Marie"', 'JEAN-MARIE'],
    ['le prénom de ma fille Marguerite', 'MARGUERITE'],
    ['une ancre avec le nom d’Anna', 'ANNA'],
    ["le prénom d'Éloïse", 'ÉLOÏSE'],
    ['un ruban', ''],
  ] as const)('reads what "%s" wants written', ([subject, text]) => {
    expect(readLettering(subject)?.text).toBe(text)
  })

  test.for(["l'ours d'argent", 'un loup sous la lune', 'une rose sans nom'])(
    'finds nothing to write in "%s"',
    (subject) => {
      expect(readLettering(subject)).toBeNull()
    },
  )

  test('takes a name out of the subject, so that Rose is no flower', () => {
    expect(readLettering('un cœur avec le prénom Rose')?.rest).not.toMatch(/rose/i)
  })
})
