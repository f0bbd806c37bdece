import { colours, locations, sizes, styles } from '@encre/protocol/catalogue'
import { formats } from '@encre/protocol/formats'
import { expect, it } from 'vitest'
import { generationRequest } from '../testing.ts'
import { readRequest } from './read-request.ts'

const read = (fields: Parameters<typeof generationRequest>[0]) =>
  readRequest(JSON.stringify(generationRequest(fields)))
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
