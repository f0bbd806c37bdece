import { expect, test } from '@encre/shell/e2e/fixtures'
import type { Page } from '@playwright/test'

/** Records in each frame whether the focus is on the body. */
async function watchFocus(page: Page) {
  await page.evaluate(() => {
    const look = () => {
      if (document.activeElement === null || document.activeElement === document.body)
        document.documentElement.dataset.focusLost = 'true'
      requestAnimationFrame(look)
    }
    look()
  })
  return () => page.evaluate(() => document.documentElement.dataset.focusLost ?? 'never')
}

test('the focus is never lost: with a design, a refusal and a cancel, by keyboard', async ({
  site: { page, ...site },
}) => {
  await site.signUp()
  await page.getByRole('link', { name: 'Créer', exact: true }).click()
  const idea = page.getByRole('textbox', { name: /idée/ })
  const sheet = page.getByRole('group', { name: 'Design en cours' })
  await idea.fill('Un schmilblick')
  const readLost = await watchFocus(page)

  await idea.press('Control+Enter')
  await expect(sheet).toBeFocused()
  await expect(page.getByText(/Pas dessiné.*schmilblick/)).toBeVisible({ timeout: 30_000 })
  await expect(sheet).toBeFocused()

  await idea.fill('Une croix gammée')
  await idea.press('Control+Enter')
  await expect(page.getByRole('alert')).toContainText('Cet essai est décompté', { timeout: 30_000 })
  await expect(idea).toBeFocused()

  // The worker gets no request: a design that is ready before the click on 'Annuler' would stay.
  await page.route(/\/api\/generator\/generations$/, (route) =>
    route.request().method() === 'POST' ? undefined : route.continue(),
  )
  await idea.fill('Une ancre')
  await page.getByRole('button', { name: 'Générer' }).press('Enter')
  await page.getByRole('button', { name: 'Annuler' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Générer' })).toBeFocused()
  expect(await readLost()).toBe('never')
})

test('an invalid form focuses its first wrong field, also in a step that is a closed line on a phone', async ({
  site: { page, ...site },
}) => {
  await site.signUp()
  await page.getByRole('link', { name: 'Créer', exact: true }).click()
  await page.getByRole('button', { name: /Changer/ }).click()
  await page.getByRole('radio', { name: /Personnalisé/ }).check()
  await page.getByRole('textbox', { name: /idée/ }).fill('Une ancre')
  await page.setViewportSize({ width: 375, height: 667 })
  await page.reload()
  const size = page.getByRole('textbox', { name: 'Votre taille' })
  await expect(size).toBeHidden()
  await page.getByRole('button', { name: 'Générer' }).click()
  await expect(size).toBeFocused()
})
