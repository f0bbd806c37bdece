import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createFolder } from '../lib/testing/scratch-folder.ts'
import { journeysOf, projectsOf } from './feature-tests.ts'

it('runs no journey of another feature or of the shell, and starts no site for a feature without journeys', () => {
  const tree = createFolder()
  mkdirSync(join(tree, 'remotes/gallery/e2e'), { recursive: true })
  mkdirSync(join(tree, 'remotes/plates/src'), { recursive: true })
  const places = journeysOf('gallery', tree).flat()
  expect(places.filter((word) => word.includes('/'))).toEqual(['remotes/gallery/e2e/'])
  expect(journeysOf('plates', tree)).toEqual([])
  expect(projectsOf('plates').filter((word) => word !== '--project')).toEqual([
    'plates',
    'plates system tests',
    'workers/plates',
  ])
})
