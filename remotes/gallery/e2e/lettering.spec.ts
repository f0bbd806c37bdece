import { expect, test } from '@encre/shell/e2e/fixtures'
import type { Page } from '@playwright/test'

test.use({ allowedErrors: [/Failed to load resource|composition/] })

async function write(page: Page, words: string) {
  await page.goto('/lettrage')
  await page.getByRole('textbox', { name: 'Vos mots' }).fill(words)
}

const sheet = (page: Page, words: string) =>
  page.locator('[aria-busy="false"]').getByRole('img', { name: words })

for (const { file, sentence } of [
  { file: '**/faces/*.bin', sentence: 'L’écriture n’est pas arrivée. Vos mots restent ici.' },
  { file: '**/workers/stencil.js*', sentence: 'Le serveur ne répond pas.' },
]) {
  test(`words whose ${file} does not arrive are drawn at "Réessayer"`, { tag: '@core' }, async ({
    site: { page },
  }) => {
    await page.route(file, (route) => route.abort())
    await write(page, 'Éléonore')
    await expect(page.getByText(sentence)).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText(/Votre navigateur ne permet pas/)).toHaveCount(0)
    await page.unroute(file)
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await expect(sheet(page, 'Éléonore')).toBeVisible({ timeout: 60_000 })
  })
}

test('a browser without workers is told so, without a press that cannot help', {
  tag: '@core',
}, async ({ site: { page } }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'Worker'))
  await write(page, 'Éléonore')
  await expect(page.getByText('Votre navigateur ne permet pas ce calcul.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Réessayer' })).toHaveCount(0)
})
