import { expect, test } from 'vitest'
import { listRemoteChecks } from './tree-check.ts'

test('a release runs the checks of the workflow that are about its remote', () => {
  expect(listRemoteChecks('gallery').map(({ name }) => name)).toEqual([
    'types of remotes/gallery',
    'types of workers/gallery',
    'import directions and cycles',
    'contract of gallery only grows',
  ])
})
