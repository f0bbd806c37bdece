import { getStatus, listHistory, promote, rollBack, startCanary } from '@encre/registry-client'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { throwOnLoad } from './matrix/faults.ts'
import { checkForUpdate, listStyledVersions, shownVersion, waitForUpdate } from './open-page.ts'
import { findVisitor, openRegistry, sendHealthReport, upload, visit } from './registry.ts'
import { createVariant } from './variants.ts'

test.use({ allowedErrors: [/matrix|gallery_v3|\[composition/] })

const registry = openRegistry()
const stamp = Date.now().toString(36)
const [v2, v3] = [`v2-${stamp}`, `v3-${stamp}`]
const idea = 'Un renard endormi sous les fougères'

test('an open page takes a release of the gallery, survives a broken canary and takes a rollback; the generator does not change', async ({
  site,
}) => {
  test.setTimeout(180_000)
  const { page } = site
  const v1 = (await getStatus(registry, 'gallery')).current ?? ''
  const generatorBefore = await getStatus(registry, 'generator')
  try {
    await site.signUp()
    await page.evaluate(() => Object.assign(window, { opened: 'once' }))
    await page.getByRole('link', { name: 'Créer', exact: true }).click()
    await page.getByRole('textbox', { name: /idée/i }).fill(idea)
    await site.openGallery()

    await test.step('the page takes v2 with the next navigation', async () => {
      await upload(registry, await createVariant('gallery', v2, (text) => text.replaceAll('Mes Designs', 'Mes Designs, deux')))
      await promote(registry, 'gallery', { version: v2, reason: 'journey: v2' })
      await waitForUpdate(page, 'gallery', v2)
      await expect(page.getByRole('heading', { level: 1, name: 'Mes Designs', exact: true })).toBeVisible()
      expect(await shownVersion(page, 'gallery')).toBe(v1)
      await leaveAndReturn(page)
      await expect(page.getByRole('heading', { level: 1, name: 'Mes Designs, deux' })).toBeVisible()
      expect(await shownVersion(page, 'gallery')).toBe(v2)
      expect(await listStyledVersions(page, 'gallery')).toEqual([v2])
    })

    await test.step('v3 is broken: its canary visitors get v2, and after fifty of them the canary ends by itself', async () => {
      const breakModule = (text: string, file: string) => (/^async\/remote\..*\.js$/.test(file) ? throwOnLoad(text) : text)
      await upload(registry, await createVariant('gallery', v3, breakModule))
      await startCanary(registry, 'gallery', { version: v3, share: 50, reason: 'journey: v3' })
      const [name = '', value = ''] = (await findVisitor('gallery', v3)).split('=')
      await page.context().addCookies([{ name, value, url: registry.origin }])
      const reported = page.waitForRequest(
        (request) => request.url().endsWith('/outcomes') && request.postData()?.includes('load-failed') === true,
      )
      await checkForUpdate(page)
      await reported
      await leaveAndReturn(page)
      await expect(page.getByRole('heading', { level: 1, name: 'Mes Designs, deux' })).toBeVisible()

      for (let index = 0; index < 200 && (await getStatus(registry, 'gallery')).canary; index++) {
        const visitor = await visit()
        const broken = visitor.manifest.remotes.some(({ name, current }) => name === 'gallery' && current.version === v3)
        expect(await sendHealthReport(visitor, 'gallery', broken ? 'load-failed' : 'ok', `198.51.100.${index}`)).toBe(204)
      }
      expect(await getStatus(registry, 'gallery')).toMatchObject({ current: v2, canary: null })
      expect((await listHistory(registry, 'gallery'))[0]).toMatchObject({
        action: 'rollback',
        version: v2,
        replaced: v3,
        author: 'automatic',
        reason: expect.stringMatching(/^v3-\w+ failed for \d+ of \d+ visitors/),
      })
    })

    await test.step('the page takes the rollback to v1, stylesheets included', async () => {
      await rollBack(registry, 'gallery', { reason: 'journey: back to v1' })
      await checkForUpdate(page)
      await leaveAndReturn(page)
      await expect(page.getByRole('heading', { level: 1, name: 'Mes Designs', exact: true })).toBeVisible()
      expect(await shownVersion(page, 'gallery')).toBe(v1)
      expect(await listStyledVersions(page, 'gallery')).toEqual([v1])
    })

    expect(await page.evaluate(() => 'opened' in window)).toBe(true)
    await page.getByRole('link', { name: 'Créer', exact: true }).click()
    await expect(page.getByRole('textbox', { name: /idée/i })).toHaveValue(idea)
    expect(await getStatus(registry, 'generator')).toEqual(generatorBefore)
  } finally {
    await promote(registry, 'gallery', { version: v1, reason: 'the journey has ended' })
  }
})

test('a page that a canary blocks for good has reported the start, which the registry counts as silence', async ({ site }) => {
  const { page } = site
  const current = (await getStatus(registry, 'gallery')).current ?? ''
  const frozen = `frozen-${stamp}`
  try {
    const freeze = (text: string, file: string) =>
      file.endsWith('.js') ? text.replaceAll('"header",{className', '(()=>{for(;;);})(),{className') : text
    await upload(registry, await createVariant('gallery', frozen, freeze))
    await startCanary(registry, 'gallery', { version: frozen, share: 100, reason: 'journey: a frozen page' })
    await site.signUp()
    const reported = page.waitForResponse((response) => response.request().postData()?.includes('"started"') === true)
    await page.getByRole('link', { name: 'Mes Designs' }).click({ noWaitAfter: true })
    expect((await reported).status()).toBe(204)
  } finally {
    await promote(registry, 'gallery', { version: current, reason: 'the journey has ended' })
  }
})

async function leaveAndReturn(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Tableau de bord' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.getByRole('link', { name: 'Mes Designs' }).click()
}
