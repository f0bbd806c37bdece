import { styles } from '@encre/protocol/catalogue'
import { expect, it } from 'vitest'
import { GenerationRequest } from '../contract.ts'
import { generationRequest } from '../testing.ts'
import { buildPrompt, oneLine } from './prompt.ts'

const promptOf = (fields: Parameters<typeof generationRequest>[0]) => buildPrompt(GenerationRequest.parse(generationRequest(fields)), false)

it('contains style, subject, colours, size, placement and quality', () => {
  expect(promptOf({ colors: ['#000000', '#cc0000'] })).toBe(
    'Create a traditionnel tattoo design. Subject: Un loup hurlant. Use these ink colors: black (#000000), red (#cc0000). ' +
      'Tattoo size: medium (10-15 cm). Placement: arm. American traditional style: bold black outlines, flat limited palette, classic American flash. ' +
      'High-quality tattoo flash: clean confident linework with even line weight, high contrast, intentional negative space, ' +
      'balanced composition that stays readable at the real size. Single design, centered, isolated on a plain white background, ' +
      'stencil-ready. No skin, no body part, no mockup, no text, no watermark, no frame.',
  )
})

it('names the style in lowercase, accents included', () => {
  expect(promptOf({ style: 'geometric' })).toContain('Create a géométrique tattoo design.')
})

it.each([
  'un ruban avec le prénom Louise',
  'une rose et la date 12.05.1990',
  '« Carpe diem » autour d’un crâne',
  'a heart with her name',
  'Une LETTRE',
])('allows the lettering of "%s"', (description) => {
  expect(promptOf({ description })).toContain('no text other than the lettering of the subject, no watermark')
})

it.each(['un loup', 'un renommé phénix', 'un prénommé dragon'])('forbids any text with "%s"', (description) => {
  expect(promptOf({ description })).toContain('no mockup, no text, no watermark')
})

it('adds the English term of every style', () => {
  const terms = styles.map(({ id }) =>
    promptOf({ style: id })
      .match(/[\w ]+ style: /)?.[0]
      .trim(),
  )
  expect(terms).toEqual(expect.arrayContaining(['Watercolor style:', 'Dotwork style:', 'Minimalist style:']))
  expect(terms).not.toContain(undefined)
})

it('says "Use black ink" when no colour is chosen', () => {
  expect(promptOf({ colors: [] })).toContain(' Use black ink. ')
})

it('lists black when black is chosen', () => {
  expect(promptOf({ colors: ['#000000'] })).toContain(' Use these ink colors: black (#000000). ')
})

it('contains the member’s text for custom size and placement', () => {
  const prompt = promptOf({ size: 'custom', sizeDetail: '3 x 20 cm', placement: 'custom', placementDetail: 'la nuque' })
  expect(prompt).toContain('Tattoo size: 3 x 20 cm. Placement: la nuque.')
})

it('adds no second full stop', () => {
  expect(promptOf({ description: 'Un loup !' })).toContain('Subject: Un loup ! Use')
})

it('puts a text on one line, without control and invisible characters', () => {
  expect(oneLine(' un\r\n\u0000loup\u2028\u202egris\t ')).toBe('un loup gris')
})

it('keeps composed emoji intact', () => {
  expect(oneLine('👨‍👩‍👧 et 🏳️‍🌈')).toBe('👨‍👩‍👧 et 🏳️‍🌈')
})
