import { releasedSchema } from '@encre/protocol/testing-release'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import answers from '../answers.released.json'
import released from '../contract.released.json'
import { DesignPage, galleryPaths } from './contract.ts'
import { callAs, newDesign, saveDesign } from './testing.ts'

it('answers in a form that a page of the last release can read', async () => {
  await saveDesign(newDesign('skew', { sizeDetail: '9 cm' }))
  const answer = await callAs('skew', galleryPaths.designs)
  expect(releasedSchema(released, 'DesignPage').parse(await answer.json())).toMatchObject({ designs: [{ sizeDetail: '9 cm' }], next: null })
})

it('accepts the query of a page of the last release', async () => {
  const query = { style: 'dotwork', limit: '48' }
  expect(releasedSchema(released, 'ListQuery').parse(query)).toEqual(query)
  expect((await callAs('skew', `${galleryPaths.designs}?${new URLSearchParams(query)}`)).status).toBe(200)
})

it('may add fields that a page does not know', () => {
  const recorded = answers['GET /api/gallery/designs'].body
  const later = { ...recorded, tomorrow: 1, designs: recorded.designs.map((design) => ({ ...design, seed: 7 })) }
  expect(z.parse(DesignPage, later)).toEqual(recorded)
})
