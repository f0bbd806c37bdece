import { expect, it } from 'vitest'
import { findStaleLimits } from './limits-table.ts'

it('SECURITY.md says every limit as it is declared', async () => {
  expect(await findStaleLimits()).toEqual([])
  const [sentence] = await findStaleLimits('| a drawing kept from /calque | 21 a day | member |')
  expect(sentence).toContain('| a drawing kept from /calque | 20 a day | member |')
})
