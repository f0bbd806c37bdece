import { download, expect, signIn, test } from './fixtures.ts'

// The deleted image and the refused sign-in.
test.use({ allowedErrors: [/40[34]/] })

test('a member takes their data along and deletes their account; its files are gone and its sign-in is refused', async ({
  site,
}) => {
  const { page } = site
  const account = await site.signUp()
  await site.generateDesign('Une ancre')
  const image = (await page.getByRole('img', { name: /^Une ancre/ }).getAttribute('src')) ?? ''
  expect((await page.request.get(image)).status()).toBe(200)

  await page.goto('/settings')
  await page.getByRole('button', { name: 'Prepare my data' }).click()
  const zip = await download(page.getByRole('button', { name: /^Download \(/ }))
  expect(zip.name).toMatch(/^encre-donnees-.*\.zip$/)
  const files = ['compte.json', 'designs/1 Une ancre.json', 'designs/1 Une ancre.png']
  for (const name of files) {
    expect(zip.bytes.toString('latin1')).toContain(name)
  }

  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current Password').fill(account.password)
  await page.evaluate(() => localStorage.setItem('left', 'behind'))
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page).toHaveURL(/\/compte-supprime$/)
  await expect(
    page.getByRole('heading', { level: 1, name: 'Votre compte est supprimé' }),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Connectez-vous' })).toBeVisible()
  for (const address of [image, zip.url]) {
    expect((await page.request.get(address)).status()).toBe(404)
  }
  expect(await page.evaluate(() => [localStorage.length, document.cookie])).toEqual([0, ''])

  await page.goto('/sign-in')
  await signIn(page, account)
  await expect(page.getByRole('alert')).toContainText('Failed to sign in')
})
