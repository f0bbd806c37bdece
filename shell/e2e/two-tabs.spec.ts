import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { openCard, pressOf } from './pages-that-write.ts'

test.use({ allowedErrors: [/Failed to load resource/] })

test('two tabs lose neither text, and each says what the other has saved', {
  tag: '@alone',
}, async ({ site, context }) => {
  const { page } = site
  await openCard(site)
  const other = await context.newPage()

  await test.step('notes', async () => {
    await other.goto(page.url())
    const notesOf = (tab: Page) => tab.getByRole('textbox', { name: /^Notes/ })
    await expect(notesOf(other)).toBeVisible()
    await notesOf(other).fill('Côté intérieur')
    await expect(other.getByText('Enregistré', { exact: true })).toBeVisible()
    await notesOf(page).fill('Avant-bras gauche')
    await expect(page.getByText('Un autre onglet a changé vos notes entre-temps')).toBeVisible()
    await expect(page.getByText('Côté intérieur')).toBeVisible()
    await expect(notesOf(page)).toHaveValue('Avant-bras gauche')
    await pressOf(page, 'Garder le mien').press()
    await expect(page.getByText('Enregistré', { exact: true })).toBeVisible()
    await comesIntoView(other)
    await expect(notesOf(other)).toHaveValue('Avant-bras gauche')
  })

  await test.step('the name', async () => {
    const tabs = [page, other]
    for (const tab of tabs) {
      await tab.goto('/profile')
      await pressOf(tab, 'Modifier le profil').press()
      await tab.getByRole('textbox', { name: 'Nom' }).fill(tab === page ? 'Louise' : 'Dominique')
    }
    await pressOf(other, 'Enregistrer').press()
    await expect(other.getByRole('heading', { level: 1, name: 'Dominique' })).toBeVisible()
    await pressOf(page, 'Enregistrer').press()
    await expect(page.getByRole('heading', { level: 1, name: 'Louise' })).toBeVisible()
    await comesIntoView(other)
    await expect(other.getByRole('heading', { level: 1, name: 'Louise' })).toBeVisible()
  })

  await test.step('a design that the other tab has deleted', async () => {
    for (const tab of [page, other]) {
      await tab.goto('/gallery')
      await expect(tab.getByRole('article')).toHaveCount(1)
    }
    await pressOf(other, /^Supprimer/).press()
    await other.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click()
    await expect(other.getByRole('article')).toHaveCount(0)
    await comesIntoView(page)
    await expect(page.getByRole('article')).toHaveCount(0)
  })
})

/** A headless browser keeps every tab in view: the event of one that comes back is sent by hand. */
async function comesIntoView(tab: Page): Promise<void> {
  await tab.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}
