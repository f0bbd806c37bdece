import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, it, onTestFinished } from 'vitest'
import { crashSite } from './crash.ts'
import { startFakeServices } from './fake-services.ts'

it('loses no generation and pays for none twice when it is killed', async () => {
  const services = await startFakeServices()
  onTestFinished(() => services.close())
  const folder = await mkdtemp(join(tmpdir(), 'encre-crash-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { faults, states } = await crashSite({ services, folder, bundles: inject('bundles'), kills: 5, say: () => {} })
  expect(faults).toEqual({ lost: [], paidTwice: [], addressLost: [], withoutImage: [], orphans: [], miscounted: [], missed: [] })
  expect(states.done).toBeGreaterThan(0)
}, 600_000)
