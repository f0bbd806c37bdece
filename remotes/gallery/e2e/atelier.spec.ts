import { download, expect, type Site, test, touch } from '@encre/shell/e2e/fixtures'
import type { Locator, Page } from '@playwright/test'

// A trace would fetch the page's blobs, which its content security policy refuses. One test is
// offline for a while.
test.use({ trace: 'off', allowedErrors: [/ERR_INTERNET_DISCONNECTED/] })

/** Opens the atelier of a new design by its card's image. */
async function openAtelier(page: Page) {
  await page.getByRole('img', { name: /^Une hirondelle/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Une hirondelle' })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Calque de/ })).toBeVisible({ timeout: 20_000 })
}

function countPages(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type ?\/Page\b/g)?.length ?? 0
}

const save = (page: Page, name: string) => download(page.getByRole('button', { name }))

/** Leaves out the renewal of the token, which a slow test sees. */
function recordRequests(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    const isRenewal = /^\/(authorize|oauth\/token)$/.test(url.pathname)
    if (!url.protocol.startsWith('http') || isRenewal) return
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

/** What was set is saved. */
async function waitUntilSaved(page: Page) {
  await expect(page.getByText(/Enregistré\s*$/).filter({ visible: true })).toBeVisible()
}

async function openNewAtelier(site: Site) {
  await site.signUp()
  await site.generateDesign('Une hirondelle')
  await site.openGallery()
  await openAtelier(site.page)
}

/** Draws a line of a hand-made correction on the sheet. */
async function drawStroke(page: Page) {
  await page.getByRole('button', { name: 'Corriger' }).click()
  await page.getByRole('button', { name: 'Trait', exact: true }).click()
  await expect(page.getByText('Tracez ce qui manque.')).toBeVisible()
  const layer = await page.getByRole('button', { name: /^Trait\s: flèches/ }).boundingBox()
  if (!layer) throw new Error('the sheet takes no strokes')
  // Its advice leaves the sheet to whoever comes to draw.
  await page.mouse.move(layer.x + layer.width / 2, layer.y + layer.height / 2)
  await expect(page.getByText('Tracez ce qui manque.')).toHaveCount(0)
  const x = layer.x + 40
  const y = layer.y + 40
  await touch(page, [[[x, y]], [[x + 30, y + 60]]])
  await expect(page.getByRole('button', { name: 'Tout annuler' })).toBeEnabled()
  await waitUntilSaved(page)
  await page.keyboard.press('Escape')
}

/** The files of a design whose longest side has 90 mm. */
async function checkFiles(page: Page) {
  const pdf = await save(page, 'Télécharger le PDF')
  expect(pdf.name).toBe('encre-une-hirondelle-calque.pdf')
  await expect(page.getByText('PDF enregistré', { exact: true }).first()).toBeVisible()
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const png = await save(page, 'PNG')
  expect(png.name).toBe('encre-une-hirondelle-calque.png')
  const width = png.bytes.readUInt32BE(16)
  const height = png.bytes.readUInt32BE(20)
  const expected = (90 / 25.4) * 300
  expect(Math.abs(Math.max(width, height) - expected)).toBeLessThanOrEqual(1)
  const svg = (await save(page, 'SVG')).bytes.toString()
  expect(svg).toMatch(/(width|height)="90mm"/)
}

/**
 * Requests that the atelier makes although it computes on the device. Files start the file worker.
 * A tab checks for updates and, when slow, whether the site answers.
 */
const ownRequests = [
  /\/workers\/stencil-files\.js$/,
  // Each tool shows the picture until it has drawn its own, from the browser's cache.
  /^GET \/api\/gallery\/images\//,
  /\/fonts\/printed-\d+\.woff$/,
  /\/compositions\/current$/,
  /\/favicon\.svg$/,
  /^HEAD \/robots\.txt$/,
]

test('a design becomes files at true size, computed on the device; what is set is kept', {
  tag: '@core',
}, async ({ site }) => {
  const { page } = site
  const inAdvance = page.waitForEvent('requestfinished', (request) =>
    request.url().endsWith('/fonts/printed-700.woff'),
  )
  await openNewAtelier(site)
  const size = page.getByRole('textbox', { name: 'Taille' })
  const notes = page.getByRole('textbox', { name: 'Notes pour votre tatoueur' })

  await size.fill('9,0')
  await waitUntilSaved(page)
  await expect(page.getByText('1 feuille', { exact: true })).toBeVisible()
  await drawStroke(page)
  const downloadPdf = page.getByRole('button', { name: 'Télécharger le PDF' })
  for (const top of [0, 1000]) {
    await page.evaluate((to) => scrollTo(0, to), top)
    await expect(downloadPdf).toBeInViewport({ ratio: 1 })
  }

  // The page says that files are made offline too.
  await inAdvance
  const requests = recordRequests(page)
  await page.context().setOffline(true)
  await checkFiles(page)
  await page.getByRole('link', { name: 'Vieillissement' }).click()
  await expect(page.getByText(/^Taille conseillée\s: au moins/)).toBeVisible()
  await page.getByRole('radio', { name: '20 ans' }).check()
  await expect(page.getByRole('img', { name: /dans 20 ans, simulé/ })).toBeVisible()
  const others = requests.filter((request) => !ownRequests.some((own) => own.test(request)))
  expect(others).toEqual([])
  await page.context().setOffline(false)

  await page.getByRole('link', { name: 'Fiche' }).click()
  await notes.fill('Près du cœur 🌿, żółty')
  await waitUntilSaved(page)
  const card = await save(page, 'Fiche en PDF')
  expect(card.name).toBe('encre-une-hirondelle-fiche.pdf')
  expect(countPages(card.bytes)).toBe(1)

  await page.reload()
  await expect(notes).toHaveValue('Près du cœur 🌿, żółty')
  await expect(size).toHaveValue('9')
  await page.getByRole('link', { name: 'Calque' }).click()
  await page.getByRole('button', { name: 'Corriger' }).click()
  await expect(page.getByRole('button', { name: 'Tout annuler' })).toBeEnabled()
})

async function choosePhoto(page: Page, file: { name: string; mimeType: string; buffer: Buffer }) {
  await page.getByLabel('Choisir une photo').setInputFiles(file)
}

/** Sets the points on the corners of a card that is `width` pixels long. */
async function setCorners(page: Page, width: number, height = 0.63 * width) {
  const left = 200 / 1600
  const right = (200 + width) / 1600
  const top = 500 / 1200
  const bottom = (500 + height) / 1200
  await drag(page, /^Point 1/, left, top)
  await drag(page, /^Point 2/, right, top)
  await drag(page, /^Point 3/, right, bottom)
  await drag(page, /^Point 4/, left, bottom)
}

/** The photo's card, 85.6 mm long, has 500 of its 1600 pixels. */
async function moveByKeyboard(page: Page, design: Locator) {
  const shown = await page.getByRole('img', { name: /sur votre photo/ }).boundingBox()
  const before = await design.boundingBox()
  await design.focus()
  await page.keyboard.press('Shift+ArrowRight')
  const after = await design.boundingBox()
  if (!shown || !before || !after) throw new Error('the design is not shown')
  const tenMillimetres = ((10 * 500) / 85.6) * (shown.width / 1600)
  expect(Math.abs(after.x - before.x - tenMillimetres)).toBeLessThan(1)
  await page.keyboard.press('r')
  await expect(page.getByText('5°', { exact: true })).toBeVisible()
}

/** Drags the design, which scrolls nothing, and turns it by 90° with a second finger. */
async function turnByFingers(page: Page, design: Locator) {
  const held = await design.boundingBox()
  if (!held) throw new Error('the design is not shown')
  const middle = { x: held.x + held.width / 2, y: held.y + held.height / 2 }
  const at = (x: number, y: number): [number, number] => [middle.x + x, middle.y + y]
  const scrolled = await page.evaluate(() => scrollY)
  await touch(page, [[at(0, 0)], [at(0, -30)], [at(0, -60)]])
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)
  await touch(page, [[at(0, -60)], [at(0, -60), at(60, -60)], [at(0, -60), at(0, 0)]])
  await expect(page.getByText('95°', { exact: true })).toBeVisible()
}

test('a photo gives the scale, never leaves the device, and the design moves by keyboard', async ({
  site,
}) => {
  const { page } = site
  await openNewAtelier(site)
  await page.getByRole('link', { name: 'Sur la peau' }).click()
  await expect(page.getByText('Prendre une photo')).toBeVisible()
  const photo = await drawPhoto(page)
  const requests = recordRequests(page)

  const noImage = Buffer.from('no image')
  await choosePhoto(page, { name: 'notes.txt', mimeType: 'text/plain', buffer: noImage })
  await expect(page.getByRole('alert')).toContainText('Votre navigateur ne lit pas cette image.')
  await choosePhoto(page, { name: 'bras.jpg', mimeType: 'image/jpeg', buffer: photo })
  await setCorners(page, 500, 500)
  await expect(page.getByRole('alert')).toContainText('Photographiez la carte de face')
  await setCorners(page, 500)
  await expect(page.getByText('Échelle non vérifiée')).toBeVisible()

  await expect(page.getByText('Est-ce bien une carte bancaire (85,6 × 54 mm)')).toBeVisible()
  await page.getByRole('button', { name: 'C’est une carte bancaire' }).click()
  await expect(page.getByText('Échelle vérifiée')).toBeVisible()
  await expect(page.getByText(/^Contraste avec la peau sous le dessin\s: noir\s\d/)).toBeVisible()
  const design = page.getByRole('button', { name: /flèches pour déplacer d’un millimètre/ })
  await moveByKeyboard(page, design)
  await turnByFingers(page, design)
  const trial = await save(page, 'Image de l’essai')
  expect(trial.name).toBe('encre-une-hirondelle-essai.jpg')
  expect(trial.bytes.includes('Exif')).toBe(false)
  // One worker decodes the photo, another writes the origin into the file of the trial.
  const own = /\/workers\/(decode|stencil-files)\.js$|^HEAD \/robots\.txt$/
  expect(requests.filter((request) => !own.test(request))).toEqual([])

  // Another tool leaves the photo and the design on it.
  await page.getByRole('link', { name: 'Vieillissement' }).click()
  await page.getByRole('link', { name: 'Sur la peau' }).click()
  // A shortcut of the browser turns nothing, and the arrows leave the design's middle on the photo.
  await design.press('Alt+r')
  for (let presses = 0; presses < 40; presses++) {
    await design.press('Shift+ArrowLeft')
  }
  await expect(design).toHaveAttribute('style', /left: 0%/)
  await expect(page.getByText('95°', { exact: true })).toBeVisible()
})
