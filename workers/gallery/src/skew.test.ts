import { releasedSchema } from '@encre/worker/testing-release'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import released from '../contract.released.json'
import { DesignPage, galleryPaths } from './contract.ts'
import { callAs, newDesign, saveDesign } from './testing.ts'

// What the worker answered on the day of the release. A page of today may still meet that worker.
const recorded = {
  designs: [
    {
      id: '0b9d8a5e-4a3f-4f0e-9a53-4c5f6f7b8c9d',
      userId: 'auth0|6560c0ffee',
      prompt: 'Create a traditionnel tattoo design. Subject: un loup.',
      subject: 'un loup',
      style: 'traditional',
      size: 'medium',
      sizeDetail: null,
      placement: 'custom',
      placementDetail: 'la nuque',
      colors: ['#000000', '#cc0000'],
      createdAt: '2026-11-20T10:00:00.000Z',
      model: 'gpt-image-2.5-flare',
      origin: 'drawn',
      imageUrl: 'https://encre.test/api/gallery/images/0b9d8a5e?o=6f1c&e=1795780800&s=3kq',
    },
  ],
  next: null,
}

it('answers what a page of the last release can read', async () => {
  await saveDesign(newDesign('skew', { sizeDetail: '9 cm' }))
  const answer = await callAs('skew', galleryPaths.designs)
  expect(releasedSchema(released, 'DesignPage').parse(await answer.json())).toMatchObject({ designs: [{ sizeDetail: '9 cm' }], next: null })
})

it('is read by the page of today when it is the worker of the last release', () => {
  releasedSchema(released, 'DesignPage').parse(recorded)
  expect(z.parse(DesignPage, recorded)).toEqual(recorded)
})

it('may answer more than the page of today knows', () => {
  const later = { ...recorded, total: 1, designs: recorded.designs.map((design) => ({ ...design, seed: 7 })) }
  expect(z.parse(DesignPage, later)).toEqual(recorded)
})
