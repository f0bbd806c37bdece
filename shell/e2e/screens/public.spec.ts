import { expect } from '../fixtures.ts'
import { narrowWidths } from './examine-state.ts'
import { states } from './public-states.ts'
import { closeMenu, openMenu, testScreen } from './test-screen.ts'

const { test, examined } = testScreen(states)

test('a visitor reads the public pages', async ({ site: { page }, examine }) => {
  await page.goto('/')
  await examine('home')
  await openMenu(page)
  await examine('homeMenu', narrowWidths)
  await closeMenu(page)
  await page.getByRole('link', { name: 'À propos' }).click()
  await examine('about')
  await page.getByRole('link', { name: 'Confidentialité' }).click()
  await examine('privacy')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Mentions légales' }).click()
  await examine('legal')
  await page.goto('/nulle-part')
  await examine('notFound')
})

test('every state of this screen is examined', () => {
  expect([...examined].sort()).toEqual(Object.keys(states).sort())
})
