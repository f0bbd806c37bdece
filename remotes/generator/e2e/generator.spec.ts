import { expect, test } from '@encre/shell/e2e/fixtures'

const lowWindows = [
  { width: 375, height: 667 },
  { width: 320, height: 640 },
  // 1280 x 800 at a zoom of 200 % and 400 %.
  { width: 640, height: 400 },
  { width: 320, height: 200 },
]

test.beforeEach(async ({ site }) => {
  await site.signUp()
  await site.page.getByRole('link', { name: 'Créer', exact: true }).click()
})

test('in a low window nothing scrolls sideways, Générer stays in view, and what sticks takes at most a quarter', {
  tag: '@core',
}, async ({ site: { page } }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(page.getByRole('button', { name: 'Générer' })).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  // A choice that the keyboard reaches is never under the sticky bar. The strip follows with the
  // next frames.
  await page.getByRole('radio', { name: /Traditionnel/ }).focus()
  for (let step = 0; step < 4; step++) {
    await page.keyboard.press('ArrowDown')
    await page.waitForFunction(() => {
      const { left, right, top, bottom } = (
        document.activeElement ?? document.body
      ).getBoundingClientRect()
      return (
        document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === document.activeElement
      )
    })
  }
  for (const { width, height } of lowWindows) {
    await page.setViewportSize({ width, height })
    await page
      .getByRole('group', { name: /Personnalisez/ })
      .evaluate((step) => step.scrollIntoView())
    const covered = await page.evaluate(() => {
      const parts = [
        document.querySelector('header'),
        document.querySelector('form button[type=submit]')?.parentElement,
      ]
      return parts.reduce((sum, part) => {
        const { top = 0, bottom = 0 } = part?.getBoundingClientRect() ?? {}
        return sum + Math.max(0, Math.min(innerHeight, bottom) - Math.max(0, top))
      }, 0)
    })
    expect(covered, `${width} x ${height}`).toBeLessThanOrEqual(height / 4)
  }
})
