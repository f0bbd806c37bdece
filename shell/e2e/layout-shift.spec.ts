import { expect, memberPaths, publicPaths, test } from './fixtures.ts'
import { findShifts } from './layout-shift.ts'

test('no public page shifts while it loads, cold or warm', async ({ browser }) => {
  test.setTimeout(180_000)
  expect(await findShifts(browser, [...publicPaths, '/nulle-part'])).toEqual([])
})

test("no member's page shifts while it loads, cold or warm", async ({ site, browser }) => {
  test.setTimeout(300_000)
  await site.signUp()
  await site.generateDesign('Un loup sous la lune')
  await site.openGallery()
  const subject = site.page.getByRole('link', { name: 'Un loup sous la lune', exact: true })
  const atelier = (await subject.getAttribute('href')) ?? ''
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
})
