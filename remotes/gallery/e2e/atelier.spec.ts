import { download, expect, test, touch } from '@encre/shell/e2e/fixtures'
import type { Page } from '@playwright/test'

// A trace would fetch the page's blobs, which its content security policy refuses.
test.use({ trace: 'off' })

/** Opens the atelier of a new design by its card's image. */
async function openAtelier(page: Page) {
  await page.getByRole('img', { name: /^Une hirondelle/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Une hirondelle' })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Calque de/ })).toBeVisible({ timeout: 20_000 })
}

const save = (page: Page, name: string) => download(page.getByRole('button', { name }))

/** Leaves out the renewal of the token, which a slow test sees. */
function recordRequests(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http') && !/^\/(authorize|oauth\/token)$/.test(url.pathname))
      requests.push(`${request.method()} ${url.pathname}`)
  })
  return requests
}

/** A picture of an arm with a card of 85.6 mm on it, 500 pixels long. */
async function drawPhoto(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1600, height: 1200 })
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.fillStyle = '#d9a47f'
    context.fillRect(0, 0, 1600, 1200)
    context.fillStyle = '#1d3f7a'
    context.fillRect(200, 500, 500, 315)
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? ''
  })
  return Buffer.from(base64, 'base64')
}

/** Drags a handle to a place of the photo, in shares of its sides. */
async function drag(page: Page, name: RegExp, x: number, y: number) {
  const photo = await page.getByRole('img', { name: /sur votre photo/ }).boundingBox()
  const handle = await page.getByRole('button', { name }).boundingBox()
  if (!photo || !handle) throw new Error('the photo is not shown')
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2)
  await page.mouse.down()
  await page.mouse.move(photo.x + photo.width * x, photo.y + photo.height * y, { steps: 4 })
  await page.mouse.up()
}

test('a design becomes files at true size, computed on the device; what is set is kept', async ({ site }) => {
  const { page } = site
  await site.signUp()
  await site.generateDesign('Une hirondelle')
  await site.openGallery()
  await openAtelier(page)

  await page.getByRole('textbox', { name: 'Taille' }).fill('9,0')
  await expect(page.getByText(/Enregistré\s*$/).filter({ visible: true })).toBeVisible()
  await expect(page.getByText('1 feuille', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Trait', exact: true }).click()
  const layer = await page.getByRole('button', { name: /^Trait\s: flèches/ }).boundingBox()
  const [x, y] = [(layer?.x ?? 0) + 40, (layer?.y ?? 0) + 40]
  await touch(page, [[[x, y]], [[x + 30, y + 60]]])
  await expect(page.getByRole('button', { name: 'Tout annuler' })).toBeEnabled()
  await expect(page.getByText(/Enregistré\s*$/).filter({ visible: true })).toBeVisible()
  await page.keyboard.press('Escape')
  for (const top of [0, 1000]) {
    await page.evaluate((to) => scrollTo(0, to), top)
    await expect(page.getByRole('button', { name: 'Télécharger le PDF' })).toBeInViewport({ ratio: 1 })
  }
  const requests = recordRequests(page)

  const pdf = await save(page, 'Télécharger le PDF')
  expect([pdf.name, pdf.bytes.subarray(0, 5).toString()]).toEqual(['encre-une-hirondelle-calque.pdf', '%PDF-'])
  const png = await save(page, 'PNG transparent 300 ppp (Procreate)')
  expect(png.name).toBe('encre-une-hirondelle-calque.png')
  const longest = Math.max(png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20))
  expect(Math.abs(longest - (90 / 25.4) * 300)).toBeLessThanOrEqual(1)
  const svg = (await save(page, 'SVG en mm')).bytes.toString()
  expect(svg).toMatch(/(width|height)="90mm"/)

  await page.getByRole('link', { name: 'Vieillissement' }).click()
  await expect(page.getByText(/^Taille conseillée\s: au moins/)).toBeVisible()
  await page.getByRole('radio', { name: '20 ans' }).check()
  await expect(page.getByRole('img', { name: /dans 20 ans, simulé/ })).toBeVisible()
  // Files start the file worker. A tab checks for updates and, when slow, whether the site answers. All else is local.
  const own = /\/workers\/stencil-files\.js$|\/fonts\/printed-\d+\.woff$|\/compositions\/current$|\/favicon\.svg$|^HEAD \/robots\.txt$/
  expect(requests.filter((request) => !own.test(request))).toEqual([])

  await page.getByRole('link', { name: 'Fiche' }).click()
  await page.getByRole('textbox', { name: 'Notes pour votre tatoueur' }).fill('Près du cœur 🌿, żółty')
  await expect(page.getByText(/Enregistré\s*$/).filter({ visible: true })).toBeVisible()
  const card = await save(page, 'Télécharger la fiche (PDF)')
  expect([card.name, card.bytes.toString('latin1').match(/\/Type ?\/Page\b/g)?.length]).toEqual(['encre-une-hirondelle-fiche.pdf', 1])

  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Notes pour votre tatoueur' })).toHaveValue('Près du cœur 🌿, żółty')
  await expect(page.getByRole('textbox', { name: 'Taille' })).toHaveValue('9')
  await page.getByRole('link', { name: 'Calque' }).click()
  await expect(page.getByRole('button', { name: 'Tout annuler' })).toBeEnabled()
})

test('a photo gives the scale, never leaves the device, and the design moves by keyboard', async ({ site }) => {
  const { page } = site
  await site.signUp()
  await site.generateDesign('Une hirondelle')
  await site.openGallery()
  await openAtelier(page)
  await page.getByRole('link', { name: 'Sur la peau' }).click()
  await expect(page.getByText('Prendre une photo')).toBeVisible()
  const photo = await drawPhoto(page)
  const requests = recordRequests(page)

  await page.getByLabel('Choisir une photo').setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no image') })
  await expect(page.getByRole('alert')).toContainText('Votre navigateur ne lit pas cette image.')
  await page.getByLabel('Choisir une photo').setInputFiles({ name: 'bras.jpg', mimeType: 'image/jpeg', buffer: photo })
  await expect(page.getByText(/^Carte trouvée/)).toBeVisible()
  /** Sets the points on the corners of a card that is `width` pixels long. */
  const setCorners = async (width: number, height = 0.63 * width) => {
    await drag(page, /^Point 1/, 200 / 1600, 500 / 1200)
    await drag(page, /^Point 2/, (200 + width) / 1600, 500 / 1200)
    await drag(page, /^Point 3/, (200 + width) / 1600, (500 + height) / 1200)
    await drag(page, /^Point 4/, 200 / 1600, (500 + height) / 1200)
  }
  await setCorners(500, 500)
  await expect(page.getByRole('alert')).toContainText('Photographiez la carte de face')
  await setCorners(500)
  await expect(page.getByText('Échelle vérifiée')).toBeVisible()

  await page.getByRole('button', { name: '2. Placer' }).click()
  const design = page.getByRole('button', { name: /flèches pour déplacer d’un millimètre/ })
  const before = await design.boundingBox()
  const shown = await page.getByRole('img', { name: /sur votre photo/ }).boundingBox()
  await design.focus()
  await page.keyboard.press('Shift+ArrowRight')
  const after = await design.boundingBox()
  // 10 mm of a card of 85.6 mm, which is 500 of the photo's 1600 pixels.
  const expected = ((10 * 500) / 85.6) * ((shown?.width ?? 0) / 1600)
  expect(Math.abs((after?.x ?? 0) - (before?.x ?? 0) - expected)).toBeLessThan(1)
  await page.keyboard.press('r')
  await expect(page.getByText('5°', { exact: true })).toBeVisible()
  const held = (await design.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const at = (x: number, y: number): [number, number] => [held.x + held.width / 2 + x, held.y + held.height / 2 + y]
  // A drag up leaves the page where it is. With a second finger that goes a quarter round, the design turns.
  const scrolled = await page.evaluate(() => scrollY)
  await touch(page, [[at(0, 0)], [at(0, -30)], [at(0, -60)]])
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)
  await touch(page, [[at(0, -60)], [at(0, -60), at(60, -60)], [at(0, -60), at(0, 0)]])
  await expect(page.getByText('95°', { exact: true })).toBeVisible()
  const trial = await save(page, 'Image de l’essai')
  expect([trial.name, trial.bytes.includes('Exif')]).toEqual(['encre-une-hirondelle-essai.jpg', false])
  // One worker decodes the photo, another writes the origin into the file of the trial.
  expect(requests.filter((request) => !/\/workers\/(decode|stencil-files)\.js$|^HEAD \/robots\.txt$/.test(request))).toEqual([])

  // Another tool leaves the photo and the design on it.
  await page.getByRole('link', { name: 'Vieillissement' }).click()
  await page.getByRole('link', { name: 'Sur la peau' }).click()
  // A shortcut of the browser turns nothing, and the arrows leave the design's middle on the photo.
  await design.press('Alt+r')
  for (let presses = 0; presses < 40; presses++) await design.press('Shift+ArrowLeft')
  await expect(design).toHaveAttribute('style', /left: 0%/)
  await expect(page.getByText('95°', { exact: true })).toBeVisible()
})
