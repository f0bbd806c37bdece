import { type Account, download, expect, holdRequests, test } from '@encre/shell/e2e/fixtures'
import { examineState } from '@encre/shell/e2e/screens/examine-state'
import type { Browser, Page } from '@playwright/test'

// A trace would fetch the page's blobs, which its content security policy refuses. The page of a
// revoked link is a 404.
test.use({ trace: 'off', allowedErrors: [/404/] })

/** No sideways scrolling at any width, no axe finding in light and dark. */
const examine = (page: Page, screen: string, state: string, fr: string[]) =>
  examineState(page, `${screen}, ${state}`, { fr })

const save = (page: Page, name: string) => download(page.getByRole('button', { name }))

/**
 * Programs that fetch addresses for previews see what this browser sees, and no opening is
 * recorded.
 */
async function readWithoutScript(browser: Browser, address: string): Promise<void> {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const reader = await context.newPage()
  await reader.goto(address)
  await expect(reader.getByRole('img', { name: 'Le design « Une hirondelle »' })).toBeVisible()
  await expect(reader.getByText('Jusqu’à 9 cm, ')).toBeVisible()
  await expect(reader.getByText('Trait fin', { exact: true })).toBeVisible()
  await expect(reader.getByText(/nécessitent JavaScript/)).toBeVisible()
  await expect(reader.getByRole('button')).toHaveCount(0)
  await context.close()
}

/** Sets the size and the notes, and makes a link. Returns its address and the member's own PDF. */
async function createLink(page: Page) {
  const isSaved = page.getByText(/Enregistré\s*$/).filter({ visible: true })
  await page.getByRole('img', { name: /^Une hirondelle/ }).click()
  await page.getByRole('textbox', { name: 'Taille' }).fill('9')
  await expect(isSaved).toBeVisible()
  await expect(page.getByText('1 feuille', { exact: true })).toBeVisible({ timeout: 20_000 })
  const pdf = await save(page, 'Télécharger le PDF')

  await page.getByRole('link', { name: 'Fiche' }).click()
  await page.getByRole('textbox', { name: 'Notes pour votre tatoueur' }).fill('Trait fin')
  await expect(isSaved).toBeVisible()
  await page.getByRole('button', { name: 'Créer un lien' }).click()
  const address = await page.getByLabel('Adresse à envoyer').inputValue()
  await expect(page.getByText('Pas encore ouvert')).toBeVisible()
  return { address, pdf: pdf.bytes }
}

/** What a page asks for, and what it complains about. */
function record(page: Page) {
  const requests: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => {
    // The design that the page itself has cropped.
    if (request.url().startsWith('blob:')) return
    requests.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return { requests, complaints }
}

async function readAsArtist(artist: Page, account: Account) {
  await expect(artist.getByRole('heading', { level: 1, name: 'Une hirondelle' })).toBeVisible()
  await expect(artist.getByRole('img', { name: 'Le design « Une hirondelle »' })).toBeVisible()
  await expect(artist.getByText('Design envoyé par un client')).toBeVisible()
  await expect(artist.getByText('× 9,0 cm')).toBeVisible({ timeout: 20_000 })
  await expect(artist.getByText('Trait fin', { exact: true })).toBeVisible()
  await expect(artist.locator('#status')).toHaveText('A4, 1 feuille, à taille réelle')
  // The drawing takes the image's place. A status speaks after a press.
  expect(await listUnfilled(artist)).toEqual(['image', 'answer-status', 'report-status'])
  await artist.evaluate(() => document.fonts.ready)
  const loadedFonts = await artist.evaluate(() =>
    [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
  )
  // A slow machine paints with the local fallbacks first.
  const typefaces = loadedFonts.filter((family) => !family.includes('fallback'))
  expect(typefaces.sort()).toEqual(['Grenze Gotisch', 'Hanken Grotesk'])
  expect(await artist.content()).not.toContain(account.name)
}

/** The parts of the page that no script has filled: hidden, disabled or empty. */
function listUnfilled(artist: Page): Promise<string[]> {
  return artist.locator('body [id]').evaluateAll((parts) =>
    parts
      .filter((part) => {
        if (part.matches('[hidden], :disabled')) return true
        return part.textContent?.trim() === '' && !part.matches('img, input, select, textarea')
      })
      .map(({ id }) => id),
  )
}

/**
 * The same file as the member's, so its ruler and its design have the sizes that the atelier's own
 * tests measure.
 */
async function downloadAsArtist(artist: Page, ownPdf: Buffer) {
  const buttons = ['Télécharger le calque (PDF)', 'Fiche (PDF)']
  const writePdf = await holdRequests(artist, '**/workers/stencil-files.js')
  const saved = save(artist, 'Télécharger le calque (PDF)')
  await expect(artist.locator('#status')).toHaveText('Préparation du fichier...')
  for (const name of buttons) {
    await expect(artist.getByRole('button', { name })).toBeDisabled()
  }
  await writePdf()
  const pdf = await saved
  expect(pdf.name).toBe('encre-une-hirondelle-calque.pdf')
  expect(withoutDate(pdf.bytes)).toBe(withoutDate(ownPdf))
  const card = await save(artist, 'Fiche (PDF)')
  expect(card.name).toBe('encre-une-hirondelle-fiche.pdf')
  expect(card.bytes.toString('latin1').match(/\/Type ?\/Page\b/g)).toHaveLength(1)
}

async function answerAsArtist(artist: Page) {
  await artist.getByText('Calque', { exact: true }).click()
  await expect(artist.getByRole('img', { name: /^Calque de/ })).toBeVisible()
  await artist.getByRole('textbox', { name: 'Répondre' }).fill('Un peu plus grand')
  await artist.getByRole('button', { name: 'Envoyer' }).click()
  const sent = 'Réponse envoyée. Vous pouvez encore en envoyer 4.'
  await expect(artist.getByText(sent)).toBeVisible()
}

async function fitsAPhone(artist: Page) {
  await artist.setViewportSize({ width: 375, height: 812 })
  await artist.getByRole('heading', { level: 1 }).evaluate((title) => {
    title.textContent = 'w'.repeat(100)
  })
  expect(await artist.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
}

async function readAnswerAndRevoke(page: Page) {
  await page.goto('/gallery')
  await page.getByRole('link', { name: 'Réponse de votre tatoueur : « Une hirondelle »' }).click()
  await expect(page.getByText('Un peu plus grand')).toBeVisible()
  await expect(page.getByText(/^Ouvert le/)).toBeVisible()
  await page.getByRole('button', { name: /^Révoquer le lien/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Révoquer' }).click()
  await expect(page.getByText(/^Ouvert le/)).toHaveCount(0)
}

test('a link shows one design to an artist, at the kept size, until it is revoked', {
  tag: '@core',
}, async ({ site, browser, baseURL }) => {
  const { page } = site
  const account = await site.signUp()
  await site.generateDesign('Une hirondelle')
  await site.openGallery()
  const { address, pdf } = await createLink(page)
  expect(address).toMatch(new RegExp(`^${baseURL}/f/[A-Za-z0-9_-]{22}$`))
  const created = ['Envoyer à votre tatoueur', 'Adresse à envoyer', 'Pas encore ouvert']
  await examine(page, '/gallery/:id', 'link created', created)

  await readWithoutScript(browser, address)
  await page.reload()
  await expect(page.getByText('Pas encore ouvert')).toBeVisible()
  await expect(page.getByLabel('Adresse à envoyer')).toHaveCount(0)

  const token = address.split('/').at(-1)
  const phone = await browser.newContext({ viewport: { width: 375, height: 812 }, locale: 'fr-FR' })
  try {
    const artist = await phone.newPage()
    const { requests, complaints } = record(artist)
    await artist.goto(address)
    await readAsArtist(artist, account)
    await downloadAsArtist(artist, pdf)
    const own = [
      new RegExp(`^GET /f/${token}$`),
      new RegExp(`^(GET|POST) /api/gallery/links/${token}/`),
      /^GET \/remotes\/gallery\//,
      /^GET \/(favicon|fonts\/)/,
    ]
    const others = requests.filter((request) => !own.some((pattern) => pattern.test(request)))
    expect(others).toEqual([])
    expect(requests.filter((request) => request.endsWith('/image'))).toHaveLength(1)
    expect(complaints).toEqual([])
    await answerAsArtist(artist)
    await examine(artist, '/f/:token', 'open', ['Fiche (PDF)', 'Répondre', 'Fichier prêt'])
    await fitsAPhone(artist)

    await readAnswerAndRevoke(page)
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
