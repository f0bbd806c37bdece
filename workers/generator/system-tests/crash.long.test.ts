import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, it, onTestFinished } from 'vitest'
import { crashSite } from './crash.ts'
import { settingsFor, startFakeServices } from './fake-services.ts'
import { postGeneration, readGeneration, waitForEnd } from './member.ts'
import { migrateSite, planSite, startSite } from './site.ts'

/** `npm test -- --long crash` kills 200 times. */
const kills = Number(process.env.ENCRE_KILLS ?? 3)

it('loses no generation and pays for none twice when it is killed', async () => {
  const services = await startFakeServices()
  onTestFinished(() => services.close())
  const folder = await mkdtemp(join(tmpdir(), 'encre-crash-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { faults, states } = await crashSite({
    services,
    folder,
    bundles: inject('bundles'),
    kills,
  })
  expect(faults).toEqual({
    lost: [],
    paidTwice: [],
    addressLost: [],
    withoutImage: [],
    orphans: [],
    miscounted: [],
    missed: [],
  })
  expect(states.done).toBeGreaterThan(0)
}, 7_200_000)

it('goes on waiting for a busy provider when it is killed', async () => {
  const services = await startFakeServices()
  onTestFinished(() => services.close())
  const folder = await mkdtemp(join(tmpdir(), 'encre-waiting-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  planSite(inject('bundles'), folder, { settings: settingsFor(services) })
  const killed = await startSite(folder)
  onTestFinished(() => killed.kill())
  await migrateSite(killed)

  const token = services.signToken('auth0|waiting')
  const busy = once(killed.steps, 'queued')
  const { id } = await readGeneration(
    await postGeneration(killed, token, { description: 'fault:status-429-for-5-s-once' }),
  )
  await busy
  await killed.kill()

  const site = await startSite(folder)
  onTestFinished(() => site.kill())
  expect((await waitForEnd(site, token, id)).state).toBe('done')
  const attempts = await site.query(
    'encre-generator',
    'select started_at, ended_at from attempts order by number',
  )
  const refusedAt = Date.parse(String(attempts[0]?.ended_at))
  const calledAgainAt = Date.parse(String(attempts[1]?.started_at))
  expect(calledAgainAt - refusedAt).toBeGreaterThanOrEqual(5000)
  expect(attempts).toHaveLength(2)
}, 120_000)
