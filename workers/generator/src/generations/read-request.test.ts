import { formats } from '@encre/picture/formats'
import { colours, locations, sizes, styles } from '@encre/protocol/catalogue'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { GenerationRequest } from '../contract.ts'
import { generationRequest } from '../testing.ts'
import { readRequest } from './read-request.ts'

type Fields = Parameters<typeof generationRequest>[0]
const parse = (fields: Fields) => z.safeParse(GenerationRequest, generationRequest(fields))
const read = (fields: Fields) => readRequest(z.parse(GenerationRequest, generationRequest(fields)))
const detailOf = (value: string) => (value === 'custom' ? 'nuque' : null)

it('accepts all colours of the catalogue at once', () => {
  expect(read({ colors: colours.map(({ hex }) => hex) })).toHaveProperty('request')
})

it.each([
  ...styles.map(({ id }) => ({ style: id })),
  ...sizes.map(({ value }) => ({ size: value, sizeDetail: detailOf(value) })),
  ...locations.map(({ value }) => ({ placement: value, placementDetail: detailOf(value) })),
  ...formats.map(({ value }) => ({ format: value })),
])('accepts a choice of the catalogue: %o', (choice) => {
  expect(read(choice)).toMatchObject({ request: choice })
})

const parent = { parentId: 'design-1', parentAsReference: true }

it.each([
  { fields: { style: 'tribal' }, refusal: 'invalid-style' },
  { fields: { description: ' \n\t ' }, refusal: 'empty-description' },
  { fields: { format: 'round' }, detail: 'format' },
  { fields: { size: 'custom' }, detail: 'sizeDetail' },
  { fields: { sizeDetail: '12 cm' }, detail: 'sizeDetail' },
  { fields: { colors: ['#123456'] }, detail: 'colors' },
  { fields: { colors: ['#000000', '#000000'] }, detail: 'colors' },
  { fields: { parentAsReference: true }, detail: 'parentAsReference' },
  { fields: { ...parent, referenceId: 'reference-1' }, detail: 'parentAsReference' },
  { fields: { ...parent, parentAsReference: false, retouch: true }, detail: 'retouch' },
  { fields: { ...parent, maskId: 'mask-1' }, detail: 'maskId' },
])('refuses $fields', ({ fields, refusal = 'invalid-request', detail }) => {
  expect(read(fields)).toEqual(detail ? { refusal, detail } : { refusal })
})

it.each(['a'.repeat(1001), 'un\u0000loup'])('refuses the description %j', (description) => {
  expect(parse({ description }).error?.issues).toMatchObject([{ path: ['description'] }])
})
