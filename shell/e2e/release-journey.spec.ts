import { getStatus, listHistory, promote, rollBack, startCanary } from '@encre/releases'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { checkForUpdate, listStyledVersions, shownVersion, waitForUpdate } from './open-page.ts'
import { findVisitor, openRegistry, sendHealthReport, upload, visit } from './registry.ts'
import { createVariant } from './variants.ts'

test.use({ allowedErrors: [/is broken|gallery_v3|\[composition/] })

const registry = openRegistry()
const stamp = Date.now().toString(36)
const v2 = `v2-${stamp}`
const v3 = `v3-${stamp}`
const idea = 'Un renard endormi sous les fougères'

test('an open page takes a release of the gallery, survives a broken canary and takes a rollback; the generator does not change', {
  tag: '@core',
}, async ({ site }) => {
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
      const rename = (text: string) => text.replaceAll('Mes Designs', 'Mes Designs, deux')
      await upload(registry, await createVariant('gallery', v2, rename))
      await promote(registry, 'gallery', { version: v2, reason: 'journey: v2' })
      await waitForUpdate(page, 'gallery', v2)
      await expect(titleOf(page)).toBeVisible()
      expect(await shownVersion(page, 'gallery')).toBe(v1)
      await leaveAndReturn(page)
      await expect(page.getByRole('heading', { level: 1, name: 'Mes Designs, deux' })).toBeVisible()
      expect(await shownVersion(page, 'gallery')).toBe(v2)
      expect(await listStyledVersions(page, 'gallery')).toEqual([v2])
    })

    await test.step('v3 is broken: its canary visitors get v2, and after a few of them the canary ends by itself', async () => {
      await meetBrokenCanary(page)
      await reportUntilTheCanaryEnds()
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
      await expect(titleOf(page)).toBeVisible()
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

const titleOf = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'Mes Designs', exact: true })

/** Starts the canary of v3, which throws, and shows that its visitor gets v2. */
async function meetBrokenCanary(page: Page): Promise<void> {
  // The minifier's names may contain `$`.
  const start = /([\w$]+\.r\([\w$]+\)),(?=[\w$]+\.d\([\w$]+,\{Remote:)/
  const breakModule = (text: string, file: string) =>
    /^async\/remote\..*\.js$/.test(file)
      ? text.replace(start, '$1,(()=>{throw Error("v3 is broken")})(),')
      : text
  await upload(registry, await createVariant('gallery', v3, breakModule))
  await startCanary(registry, 'gallery', { version: v3, share: 50, reason: 'journey: v3' })
  await becomeVisitor(page, await findVisitor('gallery', v3))
  const reported = page.waitForRequest(
    (request) =>
      request.url().endsWith('/outcomes') && request.postData()?.includes('load-failed') === true,
  )
  await checkForUpdate(page)
  await reported
  await leaveAndReturn(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Mes Designs, deux' })).toBeVisible()
}

/** `cookie`: as `findVisitor` returns it. */
async function becomeVisitor(page: Page, cookie: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=')
  await page.context().addCookies([{ name, value, url: registry.origin }])
}

/** Visits the site, each time from another network, and reports what each visitor of v3 would see. */
async function reportUntilTheCanaryEnds(): Promise<void> {
  for (let index = 0; index < 200; index++) {
    const { canary } = await getStatus(registry, 'gallery')
    if (!canary) return
    const visitor = await visit()
    const isBroken = visitor.manifest.remotes.some(
      ({ name, current }) => name === 'gallery' && current.version === v3,
    )
    const outcome = isBroken ? 'load-failed' : 'ok'
    const status = await sendHealthReport(visitor, 'gallery', outcome, `198.51.100.${index}`)
    expect(status).toBe(204)
  }
}

test('a page that a canary blocks for good has reported the start, which the registry counts as silence', async ({
  site,
}) => {
  const { page } = site
  const current = (await getStatus(registry, 'gallery')).current ?? ''
  const frozen = `frozen-${stamp}`
  try {
    const freeze = (text: string, file: string) =>
      file.endsWith('.js')
        ? text.replaceAll('"header",{className', '(()=>{for(;;);})(),{className')
        : text
    await upload(registry, await createVariant('gallery', frozen, freeze))
    await startCanary(registry, 'gallery', {
      version: frozen,
      share: 100,
      reason: 'journey: a frozen page',
    })
    await site.signUp()
    const reported = page.waitForResponse(
      (response) => response.request().postData()?.includes('"started"') === true,
    )
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
