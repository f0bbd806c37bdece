import { expect, test } from '@encre/shell/e2e/fixtures'
import { examineState } from '@encre/shell/e2e/screens/examine-state'
import type { Page } from '@playwright/test'

/** A drawing of two thick circles as a JPEG file, drawn by the browser. */
async function drawFile(page: Page): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const base64 = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 600, height: 800 })
    const context = canvas.getContext('2d')
    if (!context) throw new Error('the browser gives no canvas')
    context.fillStyle = '#fff'
    context.fillRect(0, 0, 600, 800)
    context.lineWidth = 8
    for (const radius of [100, 180]) {
      context.beginPath()
      context.arc(300, 400, radius, 0, 7)
      context.stroke()
    }
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? ''
  })
  return { name: 'Mon_croquis.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(base64, 'base64') }
}

async function openDrawing(page: Page): Promise<void> {
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await drawFile(page))
  await expect(page.getByLabel('Nom du dessin')).toHaveValue('Mon croquis')
  const corner = page.getByRole('button', { name: /Coin en haut à gauche/ })
  await corner.press('Shift+ArrowRight')
  await corner.press('Shift+ArrowDown')
  await page.getByRole('button', { name: 'Continuer' }).click()
  await expect(page.getByText('1 feuille', { exact: true })).toBeVisible({ timeout: 20_000 })
}

test('a visitor makes a stencil of a drawing, and nothing of it is sent', async ({ site }) => {
  const { page } = site
  await page.goto('/')
  await page.getByRole('link', { name: 'Faites-en un calque.' }).click()
  await expect(page.getByText('Rien n’est envoyé : votre image reste sur votre appareil')).toBeVisible()
  await examineState(page, '/calque, start', { fr: ['Choisir une image'] }, { reported: [] })

  const requests: string[] = []
  page.on('request', (request) => {
    const { protocol, pathname } = new URL(request.url())
    // What the page reads of its own is no request of the network.
    if (protocol !== 'blob:') requests.push(`${request.method()} ${pathname}${request.postData() === null ? '' : ' with a body'}`)
  })
  await openDrawing(page)
  await examineState(page, '/calque, stencil', { fr: ['Calque', 'Taille'] }, { reported: [] })
  const [pdf] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Télécharger le PDF' }).click()])
  expect(pdf.suggestedFilename()).toBe('encre-mon-croquis-calque.pdf')
  for (const tab of ['Vieillissement', 'Sur la peau', 'Fiche']) await page.getByRole('link', { name: tab }).click()
  await expect(page.getByText('Vos notes disparaissent avec la page.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Télécharger la fiche (PDF)' })).toBeEnabled({ timeout: 20_000 })
  await expect(page.getByRole('button', { name: 'Créer un lien' })).toHaveCount(0)
  // Requests for the release's own files, and those of the site for its version and its clock, are not its code's.
  const own = /^GET \/(remotes\/gallery\/|api\/releases\/|favicon)|^HEAD \/robots\.txt$/
  expect(requests.filter((request) => !own.test(request))).toEqual([])
})

test('a member keeps a drawing with its settings, as imported', async ({ site }) => {
  const { page } = site
  await site.signUp()
  await page.goto('/calque')
  await openDrawing(page)
  await page.getByRole('textbox', { name: 'Taille' }).fill('7')
  await page.getByRole('button', { name: 'Garder dans Mes Designs' }).click()
  await expect(page.getByText('Choisissez un style.')).toBeVisible()
  await page.getByLabel('Style').selectOption('minimalist')
  await page.getByRole('button', { name: 'Garder dans Mes Designs' }).click()
  await expect(page).toHaveURL(/\/gallery\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Mon croquis' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Taille' })).toHaveValue('7')
  await page.getByRole('link', { name: 'Fiche' }).click()
  await expect(page.getByText('Dessin importé')).toBeVisible()
})
