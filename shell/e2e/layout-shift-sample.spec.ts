import { expect, test } from './fixtures.ts'
import { findShifts } from './layout-shift.ts'

// A page of the shell and a page of a remote; layout-shift.spec.ts loads every page, which takes minutes.
test('neither the home page nor the generator shifts while it loads, cold or warm', async ({ site, browser }) => {
  expect(await findShifts(browser, ['/'])).toEqual([])
  await site.signUp()
  expect(await findShifts(browser, ['/generator'], { storageState: await site.page.context().storageState() })).toEqual([])
})
