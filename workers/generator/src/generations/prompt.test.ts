import { styles } from '@encre/protocol/catalogue'
import { expect, it } from 'vitest'
import { GenerationRequest } from '../contract.ts'
import { generationRequest } from '../testing.ts'
import { buildPrompt } from './prompt.ts'

const promptOf = (fields: Parameters<typeof generationRequest>[0]) =>
  buildPrompt(GenerationRequest.parse(generationRequest(fields)), false)

it('contains style, subject, colours, size, placement and quality', () => {
  expect(promptOf({ colors: ['#000000', '#cc0000'] })).toBe(
    'Create a traditionnel tattoo design. Subject: Un loup hurlant. Use these ink colors: black (#000000), red (#cc0000). ' +
      'Tattoo size: medium (10-15 cm). Placement: arm. American traditional style: bold black outlines, flat limited palette, classic American flash. ' +
      'Lines: three line weights: bold outline, medium inner lines, few fine details, at least 1 mm of room between lines at the real size. ' +
      'High-quality tattoo flash: clean confident linework, high contrast, intentional negative space, ' +
      'balanced composition that stays readable at the real size. Single design, centered, isolated on a plain white background, ' +
      'stencil-ready. No skin, no body part, no mockup, no text, no watermark, no frame.',
  )
})

it.each([
  'un ruban avec le prénom Louise',
  'une rose et la date 12.05.1990',
  '« Carpe diem » autour d’un crâne',
  'a heart with her name',
  'Une LETTRE',
])('allows the lettering of "%s"', (description) => {
  expect(promptOf({ description })).toContain(
    'no text other than the lettering of the subject, no watermark',
  )
})

it.each([
  { retouched: 'Un loup', description: 'Ajoutez le prénom Louise' },
  { retouched: 'Le prénom Louise', description: 'Traits plus épais' },
])(
  'allows the lettering of "$description" in place of "$retouched"',
  ({ retouched, description }) => {
    const request = GenerationRequest.parse(generationRequest({ description, retouch: true }))
    expect(buildPrompt(request, false, retouched)).toContain(
      'no text other than the lettering of the subject, no watermark',
    )
  },
)

it.each(['un loup', 'un renommé phénix', 'un prénommé dragon'])(
  'forbids any text with "%s"',
  (description) => {
    expect(promptOf({ description })).toContain('no mockup, no text, no watermark')
  },
)

it('adds the English term of every style', () => {
  const terms = styles.map(({ id }) =>
    promptOf({ style: id })
      .match(/[\w ]+ style: /)?.[0]
      .trim(),
  )
  expect(terms).toEqual(
    expect.arrayContaining(['Watercolor style:', 'Dotwork style:', 'Minimalist style:']),
  )
  expect(terms).not.toContain(undefined)
})

it('asks for the line weights of the style, and never for even ones', () => {
  const prompts = styles.map(({ id }) => promptOf({ style: id }))
  for (const [i, { id }] of styles.entries())
    expect(prompts[i]).toMatch(id === 'minimalist' ? /one line weight/ : /(two|three) line weights/)
  expect(prompts.join()).not.toContain('even line')
  expect(promptOf({ style: 'tomorrow' })).toContain('two or three line weights')
})

it.each([
  { size: 'small', isSmall: true },
  { size: 'large', isSmall: false },
  { size: 'custom', sizeDetail: '60 mm', isSmall: true },
  { size: 'custom', sizeDetail: 'comme ma main', isSmall: false },
] as const)('asks for fewer details at $size $sizeDetail: $isSmall', ({ isSmall, ...fields }) => {
  expect(promptOf(fields).includes('Few details')).toBe(isSmall)
})

it.each([
  { fields: { style: 'geometric' }, words: 'Create a géométrique tattoo design.' },
  { fields: { colors: [] }, words: ' Use black ink. ' },
  {
    fields: {
      size: 'custom',
      sizeDetail: '3 x 20 cm',
      placement: 'custom',
      placementDetail: 'la nuque',
    },
    words: 'size: 3 x 20 cm. Placement: la nuque.',
  },
  { fields: { description: 'Un loup !' }, words: 'Subject: Un loup ! Use' },
  {
    fields: { description: ' 👨‍👩‍👧\r\net\u2028 🏳️‍🌈\t ' },
    words: 'Subject: 👨‍👩‍👧 et 🏳️‍🌈. Use',
  },
])('of $fields contains "$words"', ({ fields, words }) => {
  expect(promptOf(fields)).toContain(words)
})
