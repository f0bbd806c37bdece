import { expect, test } from './fixtures.ts'
import { findShifts } from './layout-shift.ts'

// One page, of a remote; layout-shift.spec.ts loads every page, which takes minutes.
test('the generator does not shift while it loads, cold or warm', async ({ site, browser }) => {
  await site.signUp()
  expect(await findShifts(browser, ['/generator'], { storageState: await site.page.context().storageState() })).toEqual([])
})
