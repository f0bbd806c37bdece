import { findDifferences } from './find-differences.ts'
import type { TenantPart } from './required-settings.ts'

/**
 * Changes each setting that differs, and no other. With `isPlan` it only says what it would do. A second run changes
 * nothing. Returns the number of changes.
 */
export async function setUpTenant(parts: TenantPart[], isPlan: boolean, say: (sentence: string) => void): Promise<number> {
  let changes = 0
  for (const { name, wanted, find, create, update, byHand } of parts) {
    const found = await find()
    const differences = found ? findDifferences(wanted, found) : []
    if (found && differences.length === 0) {
      say(`${name}: as it must be`)
      continue
    }
    const change = found ? update && (async () => void (await update(found))) : create
    if (!change) {
      say(`${name}: by hand: ${byHand ?? differences.join(', ')}`)
      continue
    }
    changes += 1
    const what = found ? differences.join(', ') : 'does not exist'
    if (isPlan) {
      say(`${name}: would be ${found ? 'changed' : 'created'}: ${what}`)
      continue
    }
    const next = await change()
    say(`${name}: ${found ? 'changed' : 'created'}${next ? `: ${next}` : ''}`)
  }
  return changes
}
