import { generatorPaths } from '@encre/generator-worker/contract'
import { expect, test } from '@encre/shell/e2e/fixtures'
import type { Page } from '@playwright/test'

const drawn = { timeout: 60_000 }
const words = (page: Page) => page.getByRole('textbox', { name: /idée/ })

/** Records the requests that could cost something, or send an image. */
function recordPosts(page: Page): string[] {
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/generator/')) posts.push(new URL(request.url()).pathname)
  })
  return posts
}

test('a variation starts from a design of the gallery, without an upload, and names it', async ({ site: { page, ...site } }) => {
  await site.signUp()
  await site.generateDesign('Une rose')
  await site.openGallery()
  const posts = recordPosts(page)
  await page.getByRole('link', { name: /^Plus comme celui-ci/ }).click()
  await expect(page.getByRole('link', { name: /^Variation de n° 1$/ })).toBeVisible()
  await expect(words(page)).toHaveValue('Une rose')
  await expect(page.getByRole('img', { name: /Image de référence.+Une rose/ })).toBeVisible()
  await expect(page.getByText(/^Il vous reste \d+ générations/)).toBeVisible()
  expect(posts).toEqual([])

  await words(page).fill('Une rose et un couteau')
  await page.getByRole('button', { name: 'Générer' }).click()
  await expect(page.getByRole('img', { name: /^Une rose et un couteau/ })).toBeVisible(drawn)
  expect(posts).toEqual([generatorPaths.generations])

  await site.openGallery()
  const variation = page.getByRole('article', { name: 'Une rose et un couteau' })
  await expect(variation.getByText('n° 2', { exact: true })).toBeVisible()
  await variation.getByRole('link', { name: /^Variation de n° 1$/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Une rose' })).toBeVisible()
})
