import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import type { Page } from '@playwright/test'

const pictures = join(root, 'docs/pictures')
const home = join(root, 'shell/src/flash')
/** Pixels of a side of the home page's pictures. */
export const side = 320

/** Saves the window in light and in dark for the documents. */
export async function saveScreen(page: Page, name: string): Promise<void> {
  mkdirSync(pictures, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(() =>
      Promise.all([...document.images].map((image) => image.decode().catch(() => {}))),
    )
    // A colour that a deep element inherits changes one frame after that of its parent: about ten
    // frames.
    await page.waitForTimeout(500)
    const devtools = await page.context().newCDPSession(page)
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
    writeFileSync(join(pictures, `${name}-${colorScheme}.webp`), Buffer.from(data, 'base64'))
    await devtools.detach()
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}

interface Part {
  x: number
  y: number
  width: number
  height: number
}

/** Saves a picture, or a part of it, whole in a white square for the home page. */
export async function saveSquare(
  page: Page,
  name: string,
  type: 'png' | 'jpeg',
  bytes: Buffer,
  part: Part | null = null,
): Promise<void> {
  const source = `data:image/${type};base64,${bytes.toString('base64')}`
  const base64 = await page.evaluate(
    async ({ source, part, side }) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const whole = { x: 0, y: 0, width: image.naturalWidth, height: image.naturalHeight }
      const { x, y, width, height } = part ?? whole
      const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side })
      const context = canvas.getContext('2d')
      if (!context) throw new Error('no canvas')
      context.imageSmoothingQuality = 'high'
      context.fillStyle = '#fff'
      context.fillRect(0, 0, side, side)
      const scale = Math.min(side / width, side / height)
      const left = (side - width * scale) / 2
      const top = (side - height * scale) / 2
      context.drawImage(image, x, y, width, height, left, top, width * scale, height * scale)
      return canvas.toDataURL('image/webp', 0.5).split(',')[1] ?? ''
    },
    { source, part, side },
  )
  writeFileSync(join(home, `${name}.webp`), Buffer.from(base64, 'base64'))
}
