import type { Response } from '@playwright/test'
import { expect, test } from './fixtures.ts'

// The page that does not exist.
test.use({ allowedErrors: [/404/] })

test('every response of a journey has its security headers', async ({ site, baseURL }) => {
  const { page } = site
  const responses: Response[] = []
  page.on('response', (response) => {
    if (response.url().startsWith(`${baseURL}/`)) responses.push(response)
  })
  await site.signUp()
  await site.generateDesign('Une hirondelle')
  await site.openGallery()
  await page.getByRole('link', { name: 'Tableau de bord' }).first().click()
  await expect(page.getByText('Une hirondelle').first()).toBeVisible()
  // A page that the gallery's worker renders.
  await page.goto('/f/nothing-here')
  await page.goto('/nothing-here')
  await page.getByRole('button', { name: 'Déconnexion' }).click()
  await expect(page.getByRole('link', { name: 'Connectez-vous' })).toBeVisible()

  const unchecked = page.locator('script[src]:not([integrity])')
  await expect(unchecked).toHaveCount(0)

  const defects = (await Promise.all(responses.map(findDefects))).flat()
  expect(responses.length).toBeGreaterThan(30)
  expect(defects).toEqual([])
})

/** What is wrong with the headers of one response, one sentence each. */
async function findDefects(response: Response): Promise<string[]> {
  const headers = await response.allHeaders()
  const request = response.request()
  const { pathname } = new URL(response.url())
  const isPage = request.resourceType() === 'document' && !pathname.startsWith('/api/')
  const policy = headers['content-security-policy'] ?? ''
  const isMembers = request.headers().authorization !== undefined
  const rules: [string, boolean][] = [
    ['has no policy', /default-src 'none'/.test(policy)],
    ['may be framed', /frame-ancestors 'none'/.test(policy)],
    // A browser's own image viewer has inline styles.
    ['allows unsafe code', !/unsafe-eval|script-src[^;]*unsafe/.test(policy)],
    ['is a page without Trusted Types', !isPage || /require-trusted-types-for 'script'; trusted-types default/.test(policy)],
    ['may be sniffed', headers['x-content-type-options'] === 'nosniff'],
    ['may be read by another site', headers['cross-origin-resource-policy'] === 'same-origin'],
    ['is offered to another site', headers['access-control-allow-origin'] === undefined],
    ['sends its address to other sites', headers['referrer-policy'] === 'same-origin' || headers['referrer-policy'] === 'no-referrer'],
    ['names its software', headers.server === undefined && headers['x-powered-by'] === undefined],
    ["is a member's and may be stored", !isMembers || headers['cache-control'] === 'private, no-store'],
    ['has no caching rule', headers['cache-control'] !== undefined],
  ]
  return rules.filter(([, holds]) => !holds).map(([defect]) => `${request.method()} ${pathname} ${response.status()} ${defect}`)
}
