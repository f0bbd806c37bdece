import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeContract } from '@encre/protocol/contract-shape'
import { newRelease } from '@encre/protocol/testing-release'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readSamples } from './sample-answers.ts'

const Plate = z.object({ id: z.string(), imageUrl: z.url(), note: z.nullable(z.string()) })
const contract = describeContract({
  Plate,
  PlatePage: z.object({ plates: z.array(Plate), next: z.nullable(z.string()), total: z.number() }),
  listPlates: { method: 'GET', path: '/api/plates/plates', summary: '', answers: {} },
  readPlate: { method: 'GET', path: '/api/plates/plates/:id', summary: '', answers: {} },
})
const release = newRelease({ name: 'plates', contract })
const plate = { id: 'p1', imageUrl: 'https://encre.test/api/plates/images/p1', note: 'a note' }
const body = { plates: [plate], next: 'more', total: 2 }
const answers = { 'GET /api/plates/plates': { schema: 'PlatePage', status: 200, body } }
const tree = mkdtempSync(join(tmpdir(), 'encre-samples-'))
mkdirSync(join(tree, 'workers/plates'), { recursive: true })
writeFileSync(join(tree, 'workers/plates/answers.released.json'), JSON.stringify(answers))
afterAll(() => rmSync(tree, { recursive: true }))

function answer(kind: 'full' | 'empty', path: string): unknown {
  return readSamples(release, 'https://site.test', tree)[kind]?.answer(
    new URL(path, 'https://site.test'),
  )
}

test('a full answer is the recorded one, with images of the site', () => {
  const here = { ...plate, imageUrl: 'https://site.test/api/plates/images/p1' }
  expect(answer('full', '/api/plates/plates?style=ink')).toEqual({
    plates: [here],
    next: 'more',
    total: 2,
  })
  expect(answer('full', '/api/plates/plates/p1')).toEqual(here)
})

test('an empty answer has no items, no optional values and no counts', () => {
  expect(answer('empty', '/api/plates/plates')).toEqual({ plates: [], next: null, total: 0 })
})

test('the page at a cursor that was not recorded is empty, an unknown address has no answer', () => {
  expect(answer('full', '/api/plates/plates?cursor=other')).toEqual({
    plates: [],
    next: null,
    total: 0,
  })
  expect(answer('full', '/api/plates/sketches')).toBeUndefined()
})

test('names an object of the full answers, for routes with a parameter', () => {
  expect(readSamples(release, 'https://site.test', tree).exampleId).toBe('p1')
})
