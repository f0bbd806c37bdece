import { deflateSync } from 'node:zlib'
import { pngChunk } from '@encre/picture/png'
import { download, drawFile, expect, test } from '@encre/shell/e2e/fixtures'
import { examineState } from '@encre/shell/e2e/screens/examine-state'
import type { Page } from '@playwright/test'

// The one of the skeleton takes no file.
const fileInput = 'input[type=file]:not([inert] *)'

/** The files of the atelier that the page has loaded. */
function listAtelierFiles(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => /\/async\/atelier\./.test(name)),
  )
}

async function openDrawing(page: Page): Promise<void> {
  await page
    .locator(fileInput)
    .first()
    .setInputFiles(await drawFile(page))
  await expect(page.getByLabel('Nom du dessin')).toHaveValue('Mon croquis')
  const corner = page.getByRole('button', { name: /Coin en haut à gauche/ })
  await corner.press('Shift+ArrowRight')
  await corner.press('Shift+ArrowDown')
  await page.getByRole('button', { name: 'Continuer' }).click()
  await expect(page.getByText('1 feuille', { exact: true })).toBeVisible({ timeout: 20_000 })
}

test('a visitor makes a stencil of a drawing, and nothing of it is sent', { tag: '@core' }, async ({
  site,
}) => {
  const { page } = site
  await page.goto('/')
  await page.getByRole('link', { name: 'Faites-en un calque.' }).click()
  await expect(
    page.getByText('Rien n’est envoyé : votre image reste sur votre appareil'),
  ).toBeVisible()
  await expect(page.locator('main [data-mark]')).toHaveCount(4)
  await examineState(page, '/calque, start', { fr: ['Choisir une image'] })

  expect(await listAtelierFiles(page)).toEqual([])

  const requests: string[] = []
  page.on('request', (request) => {
    const { protocol, pathname } = new URL(request.url())
    // What the page reads of its own is no request of the network.
    if (protocol !== 'blob:')
      requests.push(
        `${request.method()} ${pathname}${request.postData() === null ? '' : ' with a body'}`,
      )
  })
  await openDrawing(page)
  await examineState(page, '/calque, stencil', { fr: ['Calque', 'Taille'] })
  const pdf = await download(page.getByRole('button', { name: 'Télécharger le PDF' }))
  expect(pdf.name).toBe('encre-mon-croquis-calque.pdf')
  for (const tab of ['Vieillissement', 'Sur la peau', 'Fiche'])
    await page.getByRole('link', { name: tab }).click()
  await expect(page.getByText('Vos notes disparaissent avec la page.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Fiche en PDF' })).toBeEnabled({
    timeout: 20_000,
  })
  await expect(page.getByRole('button', { name: 'Créer un lien' })).toHaveCount(0)
  // Requests for the release's own files, and those of the site for its version and its clock, are
  // not its code's.
  const own = /^GET \/(remotes\/gallery\/|api\/releases\/|favicon)|^HEAD \/robots\.txt$/
  expect(requests.filter((request) => !own.test(request))).toEqual([])
})

/** A PNG of a black bar on white, with as much paper around it. */
function drawBar(width: number, height: number): Buffer {
  const margin = 60
  const columns = width + 2 * margin
  const rows = Array.from({ length: height + 2 * margin }, (_, y) => {
    const isInked = y >= margin && y < margin + height
    const row = Buffer.alloc(columns + 1, 255)
    row[0] = 0
    return isInked ? row.fill(0, margin + 1, margin + 1 + width) : row
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(columns)
  header.writeUInt32BE(rows.length, 4)
  header[8] = 8
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', new Uint8Array(deflateSync(Buffer.concat(rows)))),
    pngChunk('IEND', new Uint8Array()),
  ])
}

for (const [width, height] of [
  [1000, 50],
  [50, 1000],
] as const) {
  test(`a drawing of ${width} by ${height} stands in a frame of its own shape`, async ({
    site,
  }) => {
    const { page } = site
    await page.goto('/calque')
    const file = { name: 'barre.png', mimeType: 'image/png', buffer: drawBar(width, height) }
    await page.locator(fileInput).first().setInputFiles(file)
    await page.getByRole('button', { name: 'Continuer' }).click()
    const drawing = page.getByRole('img', { name: /^Calque de/ })
    await expect(drawing).toBeVisible({ timeout: 20_000 })
    // The sheet of the drawing, and what stands above and beside it: the two rulers.
    const [sheet, across, down] = await drawing.evaluate((image) => {
      const frame = image.closest('[aria-busy]')
      const rulers = [...(frame?.querySelectorAll(':scope > div > svg[aria-hidden=true]') ?? [])]
      return [image.parentElement, ...rulers].map((element) => {
        const box = element?.getBoundingClientRect()
        return { width: box?.width ?? 0, height: box?.height ?? 0 }
      })
    })
    if (!sheet || !across || !down) throw new Error('the sheet has no rulers')
    expect(sheet.width / sheet.height / (width / height)).toBeCloseTo(1, 1)
    expect(across.width).toBeCloseTo(sheet.width, 0)
    expect(down.height).toBeCloseTo(sheet.height, 0)
    // The paper around the sheet ends with it.
    const paper = await drawing.evaluate(
      (image) => image.parentElement?.parentElement?.getBoundingClientRect().height,
    )
    expect(paper).toBeCloseTo(sheet.height, 0)
  })
}

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

test('a visitor who signs in finds the drawing again, and nothing of it is sent', async ({
  site,
}) => {
  const { page } = site
  await page.goto('/calque')
  await openDrawing(page)
  await page.getByRole('textbox', { name: 'Taille' }).fill('7')
  const bodies: number[] = []
  page.on('request', (request) => bodies.push(request.postDataBuffer()?.length ?? 0))
  await page.getByRole('main').getByRole('link', { name: 'Se connecter' }).click()
  await page.getByRole('link', { name: 'Créer un compte' }).click()
  const account = {
    name: 'Lou',
    email: `calque-${crypto.randomUUID()}@example.com`,
    password: 'secret-123',
    confirmPassword: 'secret-123',
  }
  for (const [name, value] of Object.entries(account))
    await page.locator(`[name=${name}]`).fill(value)
  await page.getByRole('button', { name: 'Créer un compte' }).click()

  await expect(page.getByText('1 feuille', { exact: true })).toBeVisible({ timeout: 30_000 })
  expect(new URL(page.url()).pathname).toBe('/calque')
  await expect(page.getByRole('textbox', { name: 'Taille' })).toHaveValue('7')
  await expect(page.getByRole('button', { name: 'Garder dans Mes Designs' })).toBeVisible()
  const kept = await page.evaluate(async () => [
    ...(await caches.keys()),
    ...Object.keys(sessionStorage),
  ])
  expect(kept.filter((key) => key.includes('drawing'))).toEqual([])
  expect(bodies.filter((bytes) => bytes > 4000)).toEqual([])
})

test('opens 50 million pixels and turns a photo by its EXIF, decoding nothing on the page', async ({
  site,
}) => {
  const { page } = site
  await page.addInitScript(() => Object.assign(globalThis, { createImageBitmap: undefined }))
  await page.goto('/calque')
  const input = page.locator(fileInput).first()
  await input.setInputFiles({
    name: 'scan.png',
    mimeType: 'image/png',
    buffer: drawScan(8660, 5773),
  })
  const shown = page.getByRole('img', { name: 'Votre image' })
  await expect(shown).toHaveAttribute('width', '2400', { timeout: 60_000 })
  await expect(shown).toHaveAttribute('height', '1600')

  const { buffer, ...file } = await drawFile(page)
  // Orientation 6: the camera was held upright.
  const exif = Buffer.from(
    'ffe1002245786966000049492a00080000000100120103000100000006000000' + '00000000',
    'hex',
  )
  await input.setInputFiles({
    ...file,
    buffer: Buffer.concat([buffer.subarray(0, 2), exif, buffer.subarray(2)]),
  })
  await expect(shown).toHaveAttribute('width', '800')
  await expect(shown).toHaveAttribute('height', '600')
})

test('more than 50 million pixels are refused from the header', async ({ site: { page } }) => {
  await page.goto('/calque')
  const input = page.locator(fileInput).first()
  // Nobody can decode it: it has no pixels.
  const buffer = composePng(24_000, 18_000, Buffer.alloc(0))
  await input.setInputFiles({ name: 'affiche.png', mimeType: 'image/png', buffer })
  await expect(page.getByText(/dépasse 50 millions de pixels/)).toBeVisible()
  await input.setInputFiles(await drawFile(page))
  await expect(page.getByRole('img', { name: 'Votre image' })).toBeVisible()
})

test('a WebP is turned by its EXIF', async ({ site: { page } }) => {
  await page.goto('/calque')
  const base64 = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 600, height: 400 })
    const context = canvas.getContext('2d')
    context?.fillRect(0, 0, 300, 200)
    return canvas.toDataURL('image/webp').split(',')[1] ?? ''
  })
  const buffer = withExif(Buffer.from(base64, 'base64'), 600, 400)
  const file = { name: 'photo.webp', mimeType: 'image/webp', buffer }
  await page.locator(fileInput).first().setInputFiles(file)
  const shown = page.getByRole('img', { name: 'Votre image' })
  await expect(shown).toHaveAttribute('width', '400')
  await expect(shown).toHaveAttribute('height', '600')
  // A quarter turn to the right: the black corner is at the top right.
  const corner = await shown.evaluate((canvas: HTMLCanvasElement) =>
    [100, 300].map((x) => canvas.getContext('2d')?.getImageData(x, 100, 1, 1).data[3]),
  )
  expect(corner).toEqual([0, 255])
})

/** Orientation 6, as a camera that was held upright writes it. */
function withExif(webp: Buffer, width: number, height: number): Buffer {
  const exif = Buffer.from('4d4d002a00000008000101120003000000010006000000000000', 'hex')
  const size = Buffer.alloc(10)
  // It has EXIF and transparency.
  size[0] = 0x18
  size.writeUIntLE(width - 1, 4, 3)
  size.writeUIntLE(height - 1, 7, 3)
  const chunk = (name: string, data: Buffer) => {
    const head = Buffer.from(`${name}\0\0\0\0`, 'latin1')
    head.writeUInt32LE(data.length, 4)
    return Buffer.concat([head, data])
  }
  // The chunks of the canvas's file, without a size of their own.
  const at = webp.toString('latin1', 12, 16) === 'VP8X' ? 30 : 12
  const body = [chunk('VP8X', size), webp.subarray(at), chunk('EXIF', exif)]
  const length = Buffer.alloc(4)
  length.writeUInt32LE(4 + Buffer.concat(body).length)
  return Buffer.concat([Buffer.from('RIFF'), length, Buffer.from('WEBP'), ...body])
}

test('white lines without paper are turned into black ones', async ({ site: { page } }) => {
  await page.goto('/calque')
  const base64 = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 400 })
    const context = canvas.getContext('2d')
    if (!context) throw new Error('the browser gives no canvas')
    context.strokeStyle = '#fff'
    context.lineWidth = 8
    context.strokeRect(80, 80, 240, 240)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  const buffer = Buffer.from(base64, 'base64')
  const file = { name: 'lignes.png', mimeType: 'image/png', buffer }
  await page.locator(fileInput).first().setInputFiles(file)
  await page.getByRole('button', { name: 'Continuer' }).click()
  await page.getByRole('button', { name: 'Inverser' }).click()
  await expect(page.getByText('1 feuille', { exact: true })).toBeVisible({ timeout: 20_000 })
})

test('a picture that is dropped from another site says that a file is needed', async ({
  site: { page },
}) => {
  await page.goto('/calque')
  // Until React has the page, the browser itself takes what is dropped.
  await page.waitForFunction(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.setData('text/uri-list', 'https://example.com/loup.png')
    return !document.body.dispatchEvent(
      new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }),
    )
  })
  await expect(page.getByRole('alert')).toContainText('Il faut un fichier')
})

/** A black frame as a PNG of one bit per pixel. */
function drawScan(width: number, height: number): Buffer {
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(1 + Math.ceil(width / 8), y > 900 && y < 1000 ? 0 : 255)
    row[0] = 0
    return row
  })
  return composePng(width, height, Buffer.concat(rows))
}

function composePng(width: number, height: number, rows: Buffer): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const chunks = [
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks])
}
