import { expect, test } from '@encre/shell/e2e/fixtures'

test.beforeEach(async ({ site }) => {
  await site.signUp()
  await site.page.getByRole('link', { name: 'Créer', exact: true }).click()
})

test('in a low window nothing scrolls sideways, Générer stays in view, and what sticks takes at most a quarter', async ({
  site: { page },
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(page.getByRole('button', { name: 'Générer' })).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  // A choice that the keyboard reaches is never under the sticky bar.
  await page.getByRole('radio', { name: /Traditionnel/ }).focus()
  for (let step = 0; step < 4; step++) {
    await page.keyboard.press('ArrowDown')
    const reached = await page.evaluate(() => {
      const { left, right, top, bottom } = (
        document.activeElement ?? document.body
      ).getBoundingClientRect()
      return (
        document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === document.activeElement
      )
    })
    expect(reached).toBe(true)
  }
  for (const [width, height] of [
    [375, 667],
    [320, 640],
    // 1280 x 800 at a zoom of 200 % and 400 %.
    [640, 400],
    [320, 200],
  ] as const) {
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

test('the preview is 800 px high, and its sheet stays in the window unless that is low', async ({
  site: { page },
}) => {
  const preview = page.getByRole('region', { name: 'Aperçu' })
  await expect(preview).toBeVisible()
  for (const height of [470, 700, 1200]) {
    await page.setViewportSize({ width: 1280, height })
    for (const place of [0, 300, 100_000]) {
      await page.evaluate((top) => scrollTo(0, top), place)
      const { header, column, sheet } = await preview.evaluate((element) => ({
        header: document.querySelector('header')?.offsetHeight ?? 0,
        column: element.getBoundingClientRect().toJSON() as DOMRect,
        sheet: element.firstElementChild?.getBoundingClientRect().toJSON() as DOMRect,
      }))
      expect(column.bottom - column.top).toBeGreaterThanOrEqual(800)
      // It sticks below the header, except where its column starts lower or ends higher.
      const stuck = Math.min(Math.max(header, column.top), column.bottom - sheet.height)
      const expected = height < 480 ? column.top : stuck
      expect(Math.abs(sheet.top - expected), `${height} at ${place}`).toBeLessThanOrEqual(2)
      if (height >= 816)
        await expect(
          page.getByText('Vos designs apparaîtront ici après la génération'),
        ).toBeInViewport()
    }
  }
})
