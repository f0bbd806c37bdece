import assert from 'node:assert/strict'
import {
  type Addresses,
  account as ana,
  fillSite,
  readSite,
  type Sight,
} from '../test-data-folders/member.ts'
import { type Session, signUp } from '../test-data-folders/session.ts'
import type { Rehearsal } from './rehearsal.ts'

/** Who uses the site while the runbooks are carried out. */
export interface Members {
  ana: Session
  /** What Ana must see after each runbook. */
  sight: Sight
  addresses: Addresses
  ben: Session
}

const ben = { name: 'Ben Roux', email: 'ben@encre.test', password: 'aiguille-large-9' }

export async function signUpMembers({ origin }: Rehearsal): Promise<Members> {
  const session = await signUp(origin, ana)
  const addresses = await fillSite(session)
  const other = await signUp(origin, ben)
  await fillSite(other)
  return { ana: session, addresses, sight: await readSite(session, addresses), ben: other }
}

/** Fails unless Ana sees what she saw at first: every design, picture, setting, link and download. */
export async function expectEverything({
  ana: session,
  addresses,
  sight,
}: Members): Promise<string> {
  assert.deepEqual(await readSite(session, addresses), sight)
  return 'a member sees everything as before'
}

/** Asks for designs like many members at once. Resolves to the classes of the answers and their counts. */
export function startVisits({ ana: session }: Members) {
  const counts: Record<string, number> = {}
  let isOver = false
  const visit = async () => {
    while (!isOver) {
      const answer = await session.read('/api/gallery/designs').then(
        () => 'answered',
        () => 'refused',
      )
      counts[answer] = (counts[answer] ?? 0) + 1
    }
  }
  const lanes = Array.from({ length: 8 }, visit)
  return async () => {
    isOver = true
    await Promise.all(lanes)
    return counts
  }
}
