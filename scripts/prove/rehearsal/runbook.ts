import { setTimeout as wait } from 'node:timers/promises'
import type { Members } from './members.ts'
import type { Rehearsal } from './rehearsal.ts'

interface Scene {
  rehearsal: Rehearsal
  members: Members
  /** For backups. */
  folder: string
}

/** One of docs/runbooks.md, as it is carried out. */
export interface Runbook {
  /** As in docs/runbooks.md. */
  name: string
  /** Returns what members saw. */
  carryOut: (scene: Scene) => Promise<string>
}

export const listing = 'workers/gallery/src/designs.ts'
const startOfListing = '  async listDesigns(c, { query }) {\n'
export const insert = (code: string) => (text: string) =>
  text.replace(startOfListing, `${startOfListing}    ${code}\n`)

/** One answer serves everybody for a quarter of a minute. */
export async function waitForHealth(
  { origin }: Rehearsal,
  isSo: (health: string) => boolean,
): Promise<void> {
  let health = ''
  for (let tries = 0; tries < 15; tries++) {
    health = await (await fetch(`${origin}/api/health/deep`)).text()
    if (isSo(health)) return
    await wait(2000)
  }
  throw new Error(`the health stays\n${health}`)
}
