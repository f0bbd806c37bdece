import { expect, test } from '@encre/shell/e2e/fixtures'

test.beforeEach(async ({ site }) => {
  await site.signUp()
  await site.page.getByRole('link', { name: 'Créer', exact: true }).click()
})

test('a refused idea is explained under the prompt; the next one uses a reference image and a transparent background', async ({
  site: { page },
}) => {
  const prompt = page.getByRole('textbox', { name: /idée/ })
  await prompt.fill('Une croix gammée')
  await page.getByRole('button', { name: 'Générer' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to generate design: Le fournisseur d’images refuse cette description.', {
    timeout: 30_000,
  })
  await expect(prompt).toHaveValue('Une croix gammée')

  const image = await page.getByRole('group', { name: /Choisissez un style/ }).screenshot()
  await page.getByLabel(/Déposez une image/).setInputFiles({ name: 'modele.png', mimeType: 'image/png', buffer: image })
  await expect(page.getByRole('img', { name: /modele\.png/ })).toBeVisible()
  await page.getByRole('button', { name: /^1 variante/ }).click()
  await page.getByRole('radio', { name: 'Transparent' }).check()
  await prompt.fill('Une ancre')
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/generations')),
    page.getByRole('button', { name: 'Générer' }).click(),
  ])
  expect(sent.postDataJSON().referenceId).toEqual(expect.any(String))
  const design = page.getByRole('img', { name: /^Une ancre/ })
  await expect(design).toBeVisible({ timeout: 30_000 })
  expect(await design.evaluate(opacityOfCorner)).toBe(0)
})

test('on a phone the page does not scroll sideways and Générer stays in view', async ({ site: { page } }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(page.getByRole('button', { name: 'Générer' })).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  // A choice that the keyboard reaches is never under the sticky bar.
  await page.getByRole('radio', { name: /Traditionnel/ }).focus()
  for (let step = 0; step < 4; step++) {
    await page.keyboard.press('ArrowDown')
    const reached = await page.evaluate(() => {
      const { left, right, top, bottom } = (document.activeElement ?? document.body).getBoundingClientRect()
      return document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === document.activeElement
    })
    expect(reached).toBe(true)
  }
})

async function opacityOfCorner(element: Element): Promise<number | undefined> {
  if (!(element instanceof HTMLImageElement)) throw new Error('not an image')
  await element.decode()
  const context = new OffscreenCanvas(1, 1).getContext('2d')
  context?.drawImage(element, 0, 0)
  return context?.getImageData(0, 0, 1, 1).data[3]
}
