import type { Browser, Locator, Page } from '@playwright/test'
import { download, expect, type Site, test } from '../../../shell/e2e/fixtures.ts'
import { saveScreen, saveSquare, side } from './picture-files.ts'

// One design from the idea to the answer: the five pictures of the home page and those of the
// documents, from the product's own screens.
const subject = 'Une rose'
const answer =
  'Plutôt 10 cm, pour garder les pétales nets. Je suis libre le 12, si la place vous va.'

test.use({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' })

test('one design, from the idea to the answer', async ({ site, browser }) => {
  const { page } = site
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await site.signUp()
  await drawIdea(site)
  await saveScreen(page, 'generator')
  await saveElement(page, 'idea', page.locator('figure img'))

  await page.getByRole('link', { name: 'Voir le calque' }).click()
  await page.getByRole('textbox', { name: 'Taille' }).fill('9')
  await expect(page.getByText('1 feuille', { exact: true })).toBeVisible({ timeout: 30_000 })
  await saveElement(page, 'stencil', page.locator('[aria-busy="false"]'))
  await saveScreen(page, 'atelier')

  await page.getByRole('link', { name: 'Vieillissement' }).click()
  await page.getByRole('radio', { name: '10 ans' }).check()
  const aged = page.getByRole('img', { name: /dans 10 ans, simulé/ })
  await expect(aged).toBeVisible({ timeout: 30_000 })
  await saveElement(page, 'aged', aged)
  await saveScreen(page, 'ageing')

  await page.getByRole('link', { name: 'Sur la peau' }).click()
  await placeOnSkin(page)
  await saveScreen(page, 'skin')
  await page.getByRole('link', { name: 'Fiche' }).click()
  await answerAsArtist(page, browser)
})

async function drawIdea({ page, generateDesign }: Site): Promise<void> {
  await page.getByRole('link', { name: 'Créer', exact: true }).click()
  for (const colour of ['Red', 'Green']) {
    await page.getByRole('button', { name: colour, exact: true }).click()
  }
  await generateDesign(subject)
}

const photo = { width: 1600, height: 1400 }
const card = { x: 150, y: 960, width: 500, height: 315 }
const arm = { y: 120, height: 700 }

async function placeOnSkin(page: Page): Promise<void> {
  const buffer = await drawArm(page)
  await page
    .getByLabel('Choisir une photo')
    .setInputFiles({ name: 'bras.jpg', mimeType: 'image/jpeg', buffer })
  const { x, y, width, height } = card
  const corners = [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ]
  for (const [index, corner] of corners.entries()) {
    await drag(page, page.getByRole('button', { name: new RegExp(`^Point ${index + 1}`) }), corner)
  }
  await page.getByRole('button', { name: 'C’est une carte bancaire' }).click()
  const middle = { x: photo.width / 2, y: arm.y + arm.height / 2 }
  await drag(page, page.getByRole('button', { name: /flèches pour déplacer d’un/ }), middle)
  const trial = await download(page.getByRole('button', { name: 'Image de l’essai' }))
  const square = { x: photo.width / 2 - 480, y: 0, width: 960, height: 960 }
  await saveSquare(page, 'skin', 'jpeg', trial.bytes, square)
}

/** A drawn forearm with a card of 85.6 mm beside it. */
async function drawArm(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(
    ({ photo, card, arm }) => {
      const canvas = Object.assign(document.createElement('canvas'), photo)
      const context = canvas.getContext('2d')
      if (!context) throw new Error('no canvas')
      context.fillStyle = '#e4e5e9'
      context.fillRect(0, 0, photo.width, photo.height)
      const skin = context.createLinearGradient(0, arm.y, 0, arm.y + arm.height)
      const tones = ['#c98f6b', '#e5b894', '#edc4a2', '#dfae89', '#b67c59']
      for (const [index, tone] of tones.entries()) {
        skin.addColorStop(index / (tones.length - 1), tone)
      }
      context.fillStyle = skin
      context.beginPath()
      context.moveTo(0, arm.y)
      context.quadraticCurveTo(photo.width / 2, arm.y - 70, photo.width, arm.y + 60)
      context.lineTo(photo.width, arm.y + arm.height - 60)
      context.quadraticCurveTo(photo.width / 2, arm.y + arm.height + 50, 0, arm.y + arm.height)
      context.fill()
      context.fillStyle = '#1d3f7a'
      context.fillRect(card.x, card.y, card.width, card.height)
      return canvas.toDataURL('image/jpeg').split(',')[1] ?? ''
    },
    { photo, card, arm },
  )
  return Buffer.from(base64, 'base64')
}

/** Drags by the middle to a place of the photo, in its own pixels. */
async function drag(page: Page, handle: Locator, to: { x: number; y: number }): Promise<void> {
  const shown = await page.getByRole('img', { name: /sur votre photo/ }).boundingBox()
  const from = await handle.boundingBox()
  if (!shown || !from) throw new Error('the photo is not shown')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  const x = shown.x + (shown.width * to.x) / photo.width
  const y = shown.y + (shown.height * to.y) / photo.height
  await page.mouse.move(x, y, { steps: 4 })
  await page.mouse.up()
}

async function answerAsArtist(page: Page, browser: Browser): Promise<void> {
  await page.getByRole('button', { name: 'Créer un lien' }).click()
  const address = await page.getByLabel('Adresse à envoyer').inputValue()
  const artist = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await artist.goto(address)
  await expect(artist.locator('#design svg')).toBeVisible({ timeout: 30_000 })
  await saveScreen(artist, 'link')
  await artist.setViewportSize({ width: side, height: side })
  const words = artist.getByRole('textbox', { name: 'Répondre' })
  await words.fill(answer)
  await words.evaluate((field) => field.scrollIntoView({ block: 'center' }))
  await saveSquare(artist, 'answer', 'png', await artist.screenshot())
  await artist.close()
}

async function saveElement(page: Page, name: string, element: Locator): Promise<void> {
  await page.waitForTimeout(500)
  await saveSquare(page, name, 'png', await element.screenshot())
}
