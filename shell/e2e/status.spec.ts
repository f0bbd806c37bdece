import AxeBuilder from '@axe-core/playwright'
import { Insight, insightPath } from '@encre/protocol/insight'
import { getStatus } from '@encre/registry-client'
import { expect, test } from '@playwright/test'
import { measureDelayMs } from '../src/vitals/sample-page.ts'
import { openRegistry } from './registry.ts'

test('an operator signs in with a token, reads the state of the site, and signs out', async ({ page, context }) => {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) problems.push(message.text())
  })
  const answer = await page.goto('/status')
  expect([answer?.headers()['cache-control'], answer?.headers()['x-robots-tag']]).toEqual(['no-store', 'noindex, nofollow'])
  await page.getByLabel('Token').fill('encre_wrong')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toHaveText('The site does not know this token.')
  await page.getByLabel('Token').fill(openRegistry().token)
  await page.getByRole('button', { name: 'Sign in' }).click()

  const { current } = await getStatus(openRegistry(), 'gallery')
  await expect(page.getByRole('region', { name: 'gallery', exact: true })).toContainText(`Current${current}`)
  await expect(page.getByText('encre_generations_accepted_total')).toBeVisible()
  const [cookie] = (await context.cookies()).filter(({ name }) => name === 'encre_operator')
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api/releases/insight' })
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])

  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByLabel('Token')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Token')).toBeVisible()
  expect(problems).toEqual([])
})

test('a visitor’s page reports its web vitals once, and an operator reads them', { tag: '@slow' }, async ({ browser, page }) => {
  const context = await browser.newContext({ locale: 'fr-FR' })
  // A browser that a program controls measures nothing, one page in five measures, and only after a while.
  await context.addInitScript((delayMs) => {
    Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false })
    Math.random = () => 0
    const wait = window.setTimeout
    window.setTimeout = ((run: () => void, ms?: number) => wait(run, ms === delayMs ? 0 : ms)) as typeof setTimeout
  }, measureDelayMs)
  const countPages = async () => {
    const headers = { authorization: `Bearer ${openRegistry().token}` }
    const { vitals } = Insight.parse(await (await page.request.get(insightPath, { headers })).json())
    return vitals.filter(({ route, metric }) => route === '/about' && metric === 'lcp').reduce((sum, { pages }) => sum + pages, 0)
  }
  const before = await countPages()
  const visit = await context.newPage()
  const library = visit.waitForResponse(/\/async\/vitals\.[^/]*\.js$/)
  await visit.goto('/about')
  await library
  await visit.waitForLoadState('networkidle')
  await visit.goto('about:blank')
  await expect.poll(countPages).toBe(before + 1)
  await context.close()
})
