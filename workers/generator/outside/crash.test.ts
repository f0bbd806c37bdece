import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { crashSite } from './crash.ts'
import { openWorld } from './world.ts'

it('loses nothing and pays nothing twice, killed once and a half at each step', async () => {
  const world = await openWorld()
  const folder = await mkdtemp(join(tmpdir(), 'encre-crash-'))
  try {
    const { faults, states } = await crashSite({ world, folder, bundles: inject('bundles'), kills: 14, say: () => {} })
    expect(faults).toEqual({ lost: [], paidTwice: [], addressForgotten: [], withoutImage: [], orphans: [], miscounted: [], missed: [] })
    expect(states.done).toBeGreaterThan(0)
  } finally {
    await world.close()
    await rm(folder, { recursive: true, force: true })
  }
}, 600_000)
