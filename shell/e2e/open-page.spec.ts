import { getStatus, promote, rollBack } from '@encre/registry-client'
import { healthyReportDelayMs } from '../src/federation/health-reports.ts'
import { expect, test } from './fixtures.ts'
import { checkForUpdate, listStyledVersions, shownVersion, waitForUpdate } from './open-page.ts'
import { openRegistry, upload } from './registry.ts'
import { createVariant } from './variants.ts'

const registry = openRegistry()
const v2 = `swap-${Date.now().toString(36)}`

test('an open generator is released and rolled back while a member types: the text stays and the page does not reload', async ({
  site,
}) => {
  test.setTimeout(120_000)
  const { page } = site
  const v1 = (await getStatus(registry, 'generator')).current ?? ''
  const idea = page.getByRole('textbox', { name: /idée/i })
  const create = page.getByRole('link', { name: 'Créer', exact: true })
  try {
    await site.signUp()
    await page.evaluate(() => Object.assign(window, { opened: 'once' }))
    await create.click()
    await idea.pressSequentially('Un héron ')
    await upload(registry, await createVariant('generator', v2))
    await promote(registry, 'generator', { version: v2, reason: 'while a member types' })
    await waitForUpdate(page, 'generator', v2)

    await idea.pressSequentially('dans les roseaux')
    await expect(idea).toHaveValue('Un héron dans les roseaux')
    await expect(idea).toBeFocused()
    expect(await shownVersion(page, 'generator')).toBe(v1)

    await site.openGallery()
    await create.click()
    await expect(idea).toHaveValue('Un héron dans les roseaux')
    expect(await shownVersion(page, 'generator')).toBe(v2)
    expect(await listStyledVersions(page, 'generator')).toEqual([v2])

    await rollBack(registry, 'generator', { reason: 'journey: rollback' })
    await checkForUpdate(page)
    await idea.fill('Un héron et la lune')
    expect(await shownVersion(page, 'generator')).toBe(v2)
    await site.openGallery()
    await create.click()
    await expect(idea).toHaveValue('Un héron et la lune')
    expect(await shownVersion(page, 'generator')).toBe(v1)
    expect(await listStyledVersions(page, 'generator')).toEqual([v1])
    expect(await page.evaluate(() => 'opened' in window)).toBe(true)
  } finally {
    await promote(registry, 'generator', { version: v1, reason: 'the test is over' })
  }
})

test('a cold load requests no manifest, no file twice, and sends no health report while no canary is active', async ({ site }) => {
  const { page } = site
  await site.signUp()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.clock.install()
  await page.goto('/generator')
  await expect(page.getByRole('button', { name: 'Générer' })).toBeVisible()
  // A healthy page would report after this delay.
  await page.clock.runFor(healthyReportDelayMs)
  expect(asked.filter((path) => /releases|manifest|registry/.test(path))).toEqual([])
  const files = asked.filter((path) => /^\/(remotes|static)\//.test(path))
  expect(files.length).toBeGreaterThan(5)
  expect(files).toEqual([...new Set(files)])
})
