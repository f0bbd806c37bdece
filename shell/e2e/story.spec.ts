import { getStatus, listHistory, promote, rollBack, startCanary } from '@encre/registry-client'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { learn, lookAgain, shownVersion, styledVersions } from './open-page.ts'
import { openRegistry, upload, visit, vote } from './registry.ts'
import { createVariant } from './variants.ts'

test.use({ allowedErrors: [/matrix|gallery_v3|\[composition/] })

const registry = openRegistry()
const stamp = Date.now().toString(36)
const [v2, v3] = [`v2-${stamp}`, `v3-${stamp}`]
const idea = 'Un renard endormi sous les fougères'

test('a team ships, breaks and takes back the gallery under an open page, and the generator never notices', async ({ site }) => {
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

    await test.step('v2 is released: it arrives with the next navigation, not under the member', async () => {
      await upload(
        registry,
        createVariant('gallery', v2, (text) => text.replaceAll('Mes Designs', 'Mes Designs, deux')),
      )
      await promote(registry, 'gallery', { version: v2, reason: 'the story: v2' })
      await learn(page, 'gallery', v2)
      await expect(page.getByRole('heading', { level: 1, name: 'Mes Designs', exact: true })).toBeVisible()
      expect(await shownVersion(page, 'gallery')).toBe(v1)
      await leaveAndReturn(page)
      await expect(page.getByRole('heading', { level: 1, name: 'Mes Designs, deux' })).toBeVisible()
      expect(await shownVersion(page, 'gallery')).toBe(v2)
      expect(await styledVersions(page, 'gallery')).toEqual([v2])
    })

    await test.step('v3 breaks for its canary, who get v2 instead; fifty such visitors, and the canary ends by itself', async () => {
      await upload(registry, createVariant('gallery', v3, breakModule))
      await startCanary(registry, 'gallery', { version: v3, share: 50, reason: 'the story: v3' })
      await joinCanary(page)
      const said = page.waitForRequest(
        (request) => request.url().endsWith('/outcomes') && request.postData()?.includes('load-failed') === true,
      )
      await lookAgain(page)
      await said
      await leaveAndReturn(page)
      await expect(page.getByRole('heading', { level: 1, name: 'Mes Designs, deux' })).toBeVisible()

      for (let index = 0; index < 200 && (await getStatus(registry, 'gallery')).canary; index++) {
        const visitor = await visit()
        const broken = visitor.composition.remotes.some(({ name, current }) => name === 'gallery' && current.version === v3)
        expect(await vote(visitor, 'gallery', broken ? 'load-failed' : 'ok', `198.51.100.${index}`)).toBe(204)
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

    await test.step('v2 is rolled back to v1: the page goes back the same way, styles included', async () => {
      await rollBack(registry, 'gallery', { reason: 'the story: back to v1' })
      await lookAgain(page)
      await leaveAndReturn(page)
      await expect(page.getByRole('heading', { level: 1, name: 'Mes Designs', exact: true })).toBeVisible()
      expect(await shownVersion(page, 'gallery')).toBe(v1)
      expect(await styledVersions(page, 'gallery')).toEqual([v1])
    })

    expect(await page.evaluate(() => 'opened' in window)).toBe(true)
    await page.getByRole('link', { name: 'Créer', exact: true }).click()
    await expect(page.getByRole('textbox', { name: /idée/i })).toHaveValue(idea)
    expect(await getStatus(registry, 'generator')).toEqual(generatorBefore)
  } finally {
    await promote(registry, 'gallery', { version: v1, reason: 'the story is over' })
  }
})

/** Its module throws while it is evaluated. */
function breakModule(text: string, file: string): string {
  return file.endsWith('.js') ? text.replace(/(\w\.r\(\w\)),(?=\w\.d\(\w,\{Remote:)/, '$1,(()=>{throw Error("matrix")})(),') : text
}

async function leaveAndReturn(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Tableau de bord' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.getByRole('link', { name: 'Mes Designs' }).click()
}

/** Makes the page's visitor one of those who get the canary. */
async function joinCanary(page: Page): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    const { cookie, composition } = await visit()
    if (!cookie || !composition.remotes.some(({ current }) => current.version === v3)) continue
    const [name = '', value = ''] = cookie.split('=')
    return page.context().addCookies([{ name, value, url: registry.origin }])
  }
  throw new Error('nobody gets the canary')
}
