import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, inject } from 'vitest'
import { type FakeServices, settingsFor, startFakeServices } from './fake-services.ts'
import { migrateSite, planSite, type Site, type SitePlan, startSite } from './site.ts'

/** A site and its fake services for the tests of one file, which starts them. */
export function useSite(
  listGenerators: (services: FakeServices) => NonNullable<SitePlan['generators']>,
) {
  const started = {} as { services: FakeServices; site: Site }
  let folder = ''

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'encre-system-'))
    started.services = await startFakeServices()
    const { services } = started
    planSite(inject('bundles'), folder, {
      settings: settingsFor(services),
      generators: listGenerators(services),
    })
    started.site = await startSite(folder)
    await migrateSite(started.site)
  })

  afterAll(async () => {
    await started.site?.kill()
    await started.services?.close()
    await rm(folder, { recursive: true, force: true })
  })
  return started
}
