import type { Page } from '@playwright/test'
import { expect, memberPaths, publicPaths, test } from './fixtures.ts'
import { findShifts } from './layout-shift.ts'

test('no public page shifts while it loads, cold or warm', async ({ browser }) => {
  test.setTimeout(180_000)
  expect(await findShifts(browser, [...publicPaths, '/nulle-part'])).toEqual([])
})

/** Three answers of an artist stand at the design. */
async function answerDesign(page: Page, atelier: string): Promise<void> {
  await page.goto(`${atelier}?vue=fiche`)
  await page.getByRole('button', { name: 'Créer un lien' }).click()
  const link = await page.getByLabel('Adresse à envoyer').inputValue()
  const address = link.replace('/f/', '/api/gallery/links/')
  for (const text of ['Ça me va', '14 cm au moins', 'Trop de détails']) {
    const data = { id: crypto.randomUUID(), text }
    expect((await page.request.post(`${address}/answers`, { data })).status()).toBe(201)
  }
}

test("no member's page shifts while it loads, cold or warm", async ({ site, browser }) => {
  test.setTimeout(300_000)
  await site.signUp()
  await site.generateDesign('Un loup sous la lune')
  await site.openGallery()
  const subject = site.page.getByRole('link', { name: 'Un loup sous la lune', exact: true })
  const atelier = (await subject.getAttribute('href')) ?? ''
  await answerDesign(site.page, atelier)
  // With two designs the gallery has its search.
  await site.generateDesign('Une rose')
  const views = ['calque', 'vieillissement', 'peau', 'fiche'].map(
    (view) => `${atelier}?vue=${view}`,
  )
  const storageState = await site.page.context().storageState()
  expect(
    await findShifts(browser, [...memberPaths, '/gallery?vue=supprimes', ...views], {
      storageState,
    }),
  ).toEqual([])
  const sheet = { storageState, ready: '[aria-busy="false"]' }
  expect(await findShifts(browser, [`${atelier}?vue=fiche`], sheet)).toEqual([])
  const list = { storageState, ready: 'main ul' }
  expect(await findShifts(browser, [`${atelier}?vue=vieillissement`], list)).toEqual([])
})
