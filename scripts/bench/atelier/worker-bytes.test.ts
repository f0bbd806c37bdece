import { expect, test } from 'vitest'
import { measureWorkers, stencilWorkers, workerBudget } from './worker-bytes.ts'

test('the workers of the atelier stay within their budget', { timeout: 60_000 }, async () => {
  const bytes = await measureWorkers()
  for (const name of stencilWorkers) {
    expect(bytes[name]).toBeGreaterThan(1000)
    expect(bytes[name], name).toBeLessThanOrEqual(workerBudget)
  }
})
