import { describeOperations } from '@encre/worker/operations'
import { expect, test } from 'vitest'
import { lint } from './openapi.ts'

const document = () =>
  describeOperations('plates', {}, { 'GET /plates': { summary: 'Lists', access: 'public', answers: { 200: 'text/plain' }, refusals: [] } })

test.each([
  ['a path without its parameter', { paths: { '/plates/{id}': document().paths['/api/plates/plates'] } }, ['Spectral', 'Redocly']],
  ['no servers', { servers: undefined }, ['Spectral', 'Redocly']],
  ['no tags', { tags: [] }, ['Spectral']],
])('both linters see a document with %s', async (_, change, linters) => {
  const found = (await lint({ ...document(), ...change } as ReturnType<typeof document>)).join('\n')
  for (const linter of linters) expect(found).toContain(`(${linter} `)
  expect(await lint(document())).toEqual([])
})
