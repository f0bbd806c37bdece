import { download, expect, holdRequests, test } from '@encre/shell/e2e/fixtures'
import { examineState } from '@encre/shell/e2e/screens/examine-state'
import type { Browser, Page } from '@playwright/test'

// A trace would fetch the page's blobs, which its content security policy refuses. The page of a revoked link is a 404.
test.use({ trace: 'off', allowedErrors: [/404/] })

/** No sideways scrolling at any width, no axe finding in light and dark. */
const examine = (page: Page, screen: string, state: string, fr: string[]) =>
  examineState(page, `${screen}, ${state}`, { fr }, { reported: [] })

const save = (page: Page, name: string) => download(page.getByRole('button', { name }))

/** Programs that fetch addresses for previews see what this browser sees, and no opening is recorded. */
async function readWithoutScript(browser: Browser, address: string): Promise<void> {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const reader = await context.newPage()
  await reader.goto(address)
  await expect(reader.getByRole('img', { name: 'Le design « Une hirondelle »' })).toBeVisible()
  await expect(reader.getByText('9 cm, le plus grand côté, ')).toBeVisible()
  await expect(reader.getByText('Trait fin', { exact: true })).toBeVisible()
  await expect(reader.getByText(/nécessitent JavaScript/)).toBeVisible()
  await expect(reader.getByRole('button')).toHaveCount(0)
  await context.close()
}

test('a link shows one design to an artist, at the kept size, until it is revoked', async ({ site, browser, baseURL }) => {
  const { page } = site
  const account = await site.signUp()
  await site.generateDesign('Une hirondelle')
  await site.openGallery()
  await page.getByRole('img', { name: /^Une hirondelle/ }).click()
  await page.getByRole('textbox', { name: 'Taille' }).fill('9')
  await expect(page.getByText(/Enregistré\s*$/).filter({ visible: true })).toBeVisible()
  await expect(page.getByText('1 feuille', { exact: true })).toBeVisible({ timeout: 20_000 })
  const ownPdf = await save(page, 'Télécharger le PDF')

  await page.getByRole('link', { name: 'Fiche' }).click()
  await page.getByRole('textbox', { name: 'Notes pour votre tatoueur' }).fill('Trait fin')
  await expect(page.getByText(/Enregistré\s*$/).filter({ visible: true })).toBeVisible()
  await page.getByRole('button', { name: 'Créer un lien' }).click()
  const address = await page.getByLabel('Adresse à envoyer').inputValue()
  expect(address).toMatch(new RegExp(`^${baseURL}/f/[A-Za-z0-9_-]{22}$`))
  await expect(page.getByText('Pas encore ouvert')).toBeVisible()
  await examine(page, '/gallery/:id', 'link created', ['Lien pour le tatoueur', 'Adresse à envoyer', 'Pas encore ouvert'])

  await readWithoutScript(browser, address)
  await page.reload()
  await expect(page.getByText('Pas encore ouvert')).toBeVisible()
  await expect(page.getByLabel('Adresse à envoyer')).toHaveCount(0)

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
    await expect(artist.getByText('Design envoyé par un client')).toBeVisible()
    await expect(artist.getByText('× 9,0 cm')).toBeVisible({ timeout: 20_000 })
    await expect(artist.getByText('Trait fin', { exact: true })).toBeVisible()
    await expect(artist.locator('#status')).toHaveText('A4, 1 feuille, à taille réelle')
    await artist.evaluate(() => document.fonts.ready)
    expect(await artist.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').length)).toBe(2)
    expect(await artist.content()).not.toContain(account.name)
    // The same file as the member's, so its ruler and its design have the sizes that the atelier's own tests measure.
    const writePdf = await holdRequests(artist, '**/workers/stencil-files.js')
    const saved = save(artist, 'Télécharger le calque (PDF)')
    await expect(artist.locator('#status')).toHaveText('Préparation du fichier...')
    for (const name of ['Télécharger le calque (PDF)', 'Fiche (PDF)']) await expect(artist.getByRole('button', { name })).toBeDisabled()
    await writePdf()
    const pdf = await saved
    expect(pdf.name).toBe('encre-une-hirondelle-calque.pdf')
    expect(withoutDate(pdf.bytes)).toBe(withoutDate(ownPdf.bytes))
    const card = await save(artist, 'Fiche (PDF)')
    expect([card.name, card.bytes.toString('latin1').match(/\/Type ?\/Page\b/g)?.length]).toEqual(['encre-une-hirondelle-fiche.pdf', 1])
    const token = address.split('/').at(-1)
    const own = new RegExp(`^GET /f/${token}$|^(GET|POST) /api/gallery/links/${token}/|^GET /remotes/gallery/|^GET /(favicon|fonts/)`)
    expect(requests.filter((request) => !own.test(request))).toEqual([])
    expect(requests.filter((request) => request.endsWith('/image'))).toHaveLength(1)
    expect(complaints).toEqual([])
    await artist.getByText('Calque', { exact: true }).click()
    await expect(artist.getByRole('img', { name: /^Calque de/ })).toBeVisible()
    await artist.getByRole('textbox', { name: 'Répondre' }).fill('Un peu plus grand')
    await artist.getByRole('button', { name: 'Envoyer' }).click()
    await expect(artist.getByText('Réponse envoyée. Vous pouvez encore en envoyer 4.')).toBeVisible()
    await examine(artist, '/f/:token', 'open', ['Fiche (PDF)', 'Répondre', 'Fichier prêt'])
    await artist.setViewportSize({ width: 375, height: 812 })
    await artist.getByRole('heading', { level: 1 }).evaluate((title) => {
      title.textContent = 'w'.repeat(100)
    })
    expect(await artist.evaluate(() => document.documentElement.scrollWidth)).toBe(375)

    await page.goto('/gallery')
    await page.getByRole('link', { name: 'Réponse de votre tatoueur : « Une hirondelle »' }).click()
    await expect(page.getByText('Un peu plus grand')).toBeVisible()
    await expect(page.getByText(/^Ouvert le/)).toBeVisible()
    await page.getByRole('button', { name: /^Révoquer le lien/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Révoquer' }).click()
    await expect(page.getByText(/^Ouvert le/)).toHaveCount(0)
    expect((await artist.goto(address))?.status()).toBe(404)
    await examine(artist, '/f/:token', 'revoked', ['Ce lien n’existe plus.'])
    expect((await phone.request.get(`/api/gallery/links/${token}/image`)).status()).toBe(404)
  } finally {
    await phone.close()
  }
})

function withoutDate(pdf: Buffer): string {
  return pdf.toString('latin1').replace(/\/CreationDate\(D:\d{14}Z\)/, '')
}
