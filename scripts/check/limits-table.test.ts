import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { expect, it } from 'vitest'
import { createFolder } from '../lib/testing/scratch-folder.ts'
import { findStaleLimits } from './limits-table.ts'

it('SECURITY.md says every limit as it is declared, or is written anew and said to be stale', async () => {
  const path = join(createFolder({}), 'SECURITY.md')
  cpSync(join(root, 'SECURITY.md'), path)
  expect(await findStaleLimits(path)).toEqual([])
  const right = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    right.replace('/calque | 20 a day', '/calque | 21 a day').replace(/\| a ZIP.*\n/, ''),
  )
  expect(await findStaleLimits(path)).toHaveLength(1)
  expect(readFileSync(path, 'utf8')).toBe(right)
})
