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
      'High-quality tattoo flash: clean confident linework with even line weight, high contrast, intentional negative space, ' +
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
