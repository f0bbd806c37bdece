import AxeBuilder from '@axe-core/playwright'
import { getStatus } from '@encre/releases'
import { expect, test } from '@playwright/test'
import { openRegistry } from './registry.ts'

test('an operator signs in with a token, reads the state of the site, and signs out', async ({
  page,
  context,
}) => {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) problems.push(message.text())
  })
  const answer = await page.goto('/status')
  expect([answer?.headers()['cache-control'], answer?.headers()['x-robots-tag']]).toEqual([
    'no-store',
    'noindex, nofollow',
  ])
  await page.getByLabel('Token').fill(openRegistry().token)
  await page.getByRole('button', { name: 'Sign in' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const { current } = await getStatus(openRegistry(), 'gallery')
  await expect(page.getByRole('region', { name: 'gallery', exact: true })).toContainText(
    `Current${current}`,
  )
  await expect(
    page.getByRole('rowheader', { name: 'encre_generations_accepted_total' }),
  ).toBeVisible()
  const [cookie] = (await context.cookies()).filter(({ name }) => name === 'encre_operator')
  expect(cookie).toMatchObject({
    httpOnly: true,
    sameSite: 'Strict',
    path: '/api/releases/insight',
  })
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])

  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.reload()
  await expect(page.getByLabel('Token')).toBeVisible()
  expect(problems).toEqual([])
})
