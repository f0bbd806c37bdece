import { expect } from '../fixtures.ts'
import { holdRequests, refuse } from './faults.ts'
import { states } from './gallery-states.ts'
import { testScreen } from './test-screen.ts'

const { test, examined } = testScreen(states)

const designs = /\/api\/gallery\/designs/

test('an empty gallery waits and fails', async ({ site, examine }) => {
  const { page } = site
  await site.signUp()
  const release = await holdRequests(page, designs)
  await page.getByRole('link', { name: 'Mes Designs' }).click()
  await examine('galleryLoading')
  await release()
  await page.route(designs, refuse(500, 'internal'))
  await page.reload()
  await examine('galleryFailed')
  await page.unroute(designs)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await examine('galleryEmpty')
})

test('a design is shown, and kept when its deletion fails', async ({ site, examine }) => {
  const { page } = site
  await site.signUp()
  await site.generateDesign('Un loup sous la lune')
  await page.getByRole('link', { name: 'Mes Designs' }).click()
  await examine('gallery')
  await page.getByRole('button', { name: /Supprimer/ }).click()
  await examine('galleryConfirm')
  await page.route(/\/api\/gallery\/designs\/./, refuse(500, 'internal'))
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click()
  await examine('galleryDeleteFailed')
  await page.getByRole('radio', { name: 'Aquarelle' }).click()
  await examine('galleryFilteredEmpty')
  await page.route(/\/api\/gallery\/designs(\?|$)/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll('"drawn"', '"ai"') })
  })
  await page.getByRole('radio', { name: 'Tous les styles' }).click()
  await examine('galleryByAi')
})

test('every state of this screen is examined', () => {
  expect([...examined].sort()).toEqual(Object.keys(states).sort())
})
