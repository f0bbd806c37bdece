import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import type { Page } from '@playwright/test'
import { expect, type Site, test } from '../../shell/e2e/fixtures.ts'

// The pictures at the top of README.md: four screens, light and dark, 1280 x 800, as WebP.
const folder = join(root, 'docs/pictures')
const designs = [
  { style: 'Géométrique', description: 'Un hibou' },
  { style: 'Japonais', description: 'Une carpe koï et des vagues' },
  { style: 'Pointillisme', description: 'Une lune et des étoiles' },
  { style: 'Traditionnel', description: 'Un voilier' },
  { style: 'Aquarelle', description: 'Une rose' },
  { style: 'Traditionnel', description: 'Un loup qui hurle à la lune' },
]

test.use({ viewport: { width: 1280, height: 800 } })

test('home, generator, atelier and gallery', async ({ site }) => {
  const { page } = site
  mkdirSync(folder, { recursive: true })
  await page.goto('/')
  await take(page, 'home')

  await site.signUp()
  for (const design of designs) {
    await generate(site, design)
  }
  await page.evaluate(() => scrollTo(0, 0))
  await take(page, 'generator')

  await site.openGallery()
  await expect(page.getByRole('main').getByRole('listitem').getByRole('img')).toHaveCount(
    designs.length,
  )
  await take(page, 'gallery')

  await page.getByRole('article').getByRole('link').first().click()
  await expect(page.getByRole('button', { name: 'Télécharger le PDF' })).toBeEnabled({
    timeout: 30_000,
  })
  await take(page, 'atelier')
})

async function generate(
  { page, generateDesign }: Site,
  { style, description }: (typeof designs)[number],
): Promise<void> {
  await page.getByRole('link', { name: 'Créer', exact: true }).click()
  await page.getByRole('radio', { name: new RegExp(`^${style}`) }).check({ force: true })
  await generateDesign(description)
}

async function take(page: Page, name: string): Promise<void> {
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
    writeFileSync(join(folder, `${name}-${colorScheme}.webp`), Buffer.from(data, 'base64'))
    await devtools.detach()
  }
}
