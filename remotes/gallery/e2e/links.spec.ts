import { readFile } from 'node:fs/promises'
import { expect, test } from '@encre/shell/e2e/fixtures'
import type { Page } from '@playwright/test'

// A trace would fetch the page's blobs, which its content security policy refuses. The page of a revoked link is a 404.
test.use({ trace: 'off', allowedErrors: [/404/] })

async function download(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

test('a link shows one design to an artist, at the kept size, until it is revoked', async ({ site, browser, baseURL }) => {
  const { page } = site
  const account = await site.signUp()
  await site.generateDesign('Une hirondelle')
  await site.openGallery()
  await page.getByRole('img', { name: /^Une hirondelle/ }).click()
  await page.getByRole('textbox', { name: 'Taille' }).fill('9')
  await expect(page.getByText(/Enregistré\s*$/)).toBeVisible()
  await expect(page.getByText('1 feuille', { exact: true })).toBeVisible({ timeout: 20_000 })
  const ownPdf = await download(page, 'Télécharger le PDF')

  await page.getByRole('link', { name: 'Fiche' }).click()
  await page.getByRole('textbox', { name: 'Notes pour votre tatoueur' }).fill('Trait fin')
  await expect(page.getByText(/Enregistré\s*$/)).toBeVisible()
  await page.getByRole('button', { name: 'Créer un lien' }).click()
  const address = await page.getByLabel('Adresse à envoyer').inputValue()
  expect(address).toMatch(new RegExp(`^${baseURL}/f/[A-Za-z0-9_-]{22}$`))
  await expect(page.getByText('Pas encore ouvert')).toBeVisible()

  const phone = await browser.newContext({ viewport: { width: 375, height: 812 }, locale: 'fr-FR' })
  try {
    const artist = await phone.newPage()
    const complaints: string[] = []
    const requests: string[] = []
    artist.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    artist.on('pageerror', (error) => complaints.push(error.message))
    artist.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`))
    await artist.goto(address)
    await expect(artist.getByRole('heading', { level: 1, name: 'Une hirondelle' })).toBeVisible()
    await expect(artist.getByRole('img', { name: 'Le design « Une hirondelle »' })).toBeVisible()
    await expect(artist.getByRole('img', { name: /^Calque de/ })).toBeVisible({ timeout: 20_000 })
    await expect(artist.getByText('× 9,0 cm')).toBeVisible()
    await expect(artist.getByText('Trait fin', { exact: true })).toBeVisible()
    await expect(artist.getByRole('status')).toHaveText('1 feuille')
    expect(await artist.content()).not.toContain(account.name)
    // The same file as the member's, so its ruler and its design have the sizes that the bench of the atelier measures.
    const pdf = await download(artist, 'Télécharger le calque (PDF)')
    expect([pdf.name, pdf.bytes.equals(ownPdf.bytes)]).toEqual(['encre-une-hirondelle-calque.pdf', true])
    const card = await download(artist, 'Télécharger la fiche (PDF)')
    expect([card.name, card.bytes.toString('latin1').match(/\/Type ?\/Page\b/g)?.length]).toEqual(['encre-une-hirondelle-fiche.pdf', 1])
    const token = address.split('/').at(-1)
    const own = new RegExp(`^GET /f/${token}$|^(GET|POST) /api/gallery/links/${token}/|^GET /remotes/gallery/|^GET /favicon`)
    expect(requests.filter((request) => !own.test(request))).toEqual([])
    expect(requests.filter((request) => request.endsWith('/image'))).toHaveLength(1)
    expect(complaints).toEqual([])
    expect(await artist.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

    await page.reload()
    await expect(page.getByText(/^Ouvert le/)).toBeVisible()
    await expect(page.getByLabel('Adresse à envoyer')).toHaveCount(0)
    await page.getByRole('button', { name: /^Révoquer le lien/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Révoquer' }).click()
    await expect(page.getByText(/^Ouvert le/)).toHaveCount(0)
    const answer = await artist.goto(address)
    expect(answer?.status()).toBe(404)
    await expect(artist.getByRole('heading', { level: 1, name: 'Ce lien n’existe plus.' })).toBeVisible()
    expect((await phone.request.get(`/api/gallery/links/${token}/image`)).status()).toBe(404)
  } finally {
    await phone.close()
  }
})

test('without JavaScript the page still shows the image, the size and the notes', async ({ site, browser }) => {
  const { page } = site
  await site.signUp()
  await site.generateDesign('Une rose')
  await site.openGallery()
  await page.getByRole('img', { name: /^Une rose/ }).click()
  await page.getByRole('link', { name: 'Fiche' }).click()
  await page.getByRole('button', { name: 'Créer un lien' }).click()
  const address = await page.getByLabel('Adresse à envoyer').inputValue()
  const reader = await browser.newContext({ javaScriptEnabled: false })
  try {
    const artist = await reader.newPage()
    await artist.goto(address)
    await expect(artist.getByRole('img', { name: 'Le design « Une rose »' })).toBeVisible()
    await expect(artist.getByText('12,5 cm, le plus grand côté')).toBeVisible()
    await expect(artist.getByText('Aucune note.')).toBeVisible()
    await expect(artist.getByText(/demandent JavaScript/)).toBeVisible()
    await expect(artist.getByRole('button')).toHaveCount(0)
    await page.reload()
    await expect(page.getByText('Pas encore ouvert')).toBeVisible()
  } finally {
    await reader.close()
  }
})
