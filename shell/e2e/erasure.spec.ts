import { readFileSync } from 'node:fs'
import { expect, test } from './fixtures.ts'

// The deleted image and the refused sign-in.
test.use({ allowedErrors: [/40[34]/] })

test('a member takes their data along and deletes their account; its files are gone and its sign-in is refused', async ({ site }) => {
  const { page } = site
  const account = await site.signUp()
  await site.generateDesign('Une ancre')
  const image = (await page.getByRole('img', { name: /^Une ancre/ }).getAttribute('src')) ?? ''
  expect((await page.request.get(image)).status()).toBe(200)

  await page.goto('/settings')
  await page.getByRole('button', { name: 'Prepare my data' }).click()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /^Download \(/ }).click()])
  expect(download.suggestedFilename()).toMatch(/^encre-donnees-.*\.zip$/)
  const zip = readFileSync(await download.path(), 'latin1')
  for (const name of ['compte.json', 'designs/1 Une ancre.json', 'designs/1 Une ancre.png']) expect(zip).toContain(name)

  const erase = page.getByRole('button', { name: 'Delete my account' })
  await erase.click()
  const dialog = page.getByRole('dialog')
  await page.keyboard.press('Escape')
  await expect(erase).toBeFocused()
  await erase.click()
  await dialog.getByLabel('Current Password').fill('not my password')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Le mot de passe actuel est incorrect.')
  await dialog.getByLabel('Current Password').fill(account.password)
  await page.evaluate(() => localStorage.setItem('left', 'behind'))
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page).toHaveURL(/\/compte-supprime$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Votre compte est supprimé' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Connectez-vous' })).toBeVisible()
  for (const address of [image, download.url()]) expect((await page.request.get(address)).status()).toBe(404)
  expect(await page.evaluate(() => [localStorage.length, document.cookie])).toEqual([0, ''])

  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Mot de passe').fill(account.password)
  await page.getByRole('button', { name: 'Se connecter' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to sign in')
})
