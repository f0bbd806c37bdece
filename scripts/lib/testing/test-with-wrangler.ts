import { it } from 'vitest'

/**
 * A test that calls the real wrangler, which takes seconds for each command:
 * `npm test -- --long wrangler` runs it.
 */
export function testWithWrangler(name: string, run: () => Promise<void>): void {
  if (process.env.ENCRE_WRANGLER) it(name, { timeout: 300_000 }, run)
}
