import { expect, type Site, test } from '../../../shell/e2e/fixtures.ts'
import { saveScreen } from './picture-files.ts'

// The pictures of the home page, the gallery and a lettering at the top of README.md.
const designs = [
  { style: 'Géométrique', description: 'Un hibou' },
  { style: 'Japonais', description: 'Une carpe koï et des vagues', colour: 'Blue' },
  { style: 'Pointillisme', description: 'Une lune et des étoiles' },
  { style: 'Traditionnel', description: 'Un voilier', colour: 'Red' },
  { style: 'Aquarelle', description: 'Un papillon', colour: 'Purple' },
  { style: 'Traditionnel', description: 'Une rose', colour: 'Green' },
]

test.use({ viewport: { width: 1280, height: 800 } })

test('home and gallery', async ({ site }) => {
  const { page } = site
  await page.goto('/')
  await saveScreen(page, 'home')

  await site.signUp()
  for (const design of designs) {
    await generate(site, design)
  }
  await site.openGallery()
  await expect(page.getByRole('main').getByRole('listitem').getByRole('img')).toHaveCount(
    designs.length,
  )
  await saveScreen(page, 'gallery')
})

test('a lettering', async ({ site: { page } }) => {
  await page.goto('/lettrage')
  await page.getByRole('textbox', { name: 'Vos mots' }).fill('Éléonore')
  await expect(page.getByRole('img', { name: /^Calque de/ })).toBeVisible({ timeout: 30_000 })
  await saveScreen(page, 'lettering')
})

async function generate(
  { page, generateDesign }: Site,
  { style, description, colour }: { style: string; description: string; colour?: string },
): Promise<void> {
  await page.getByRole('link', { name: 'Créer', exact: true }).click()
  await page.getByRole('radio', { name: new RegExp(`^${style}`) }).check({ force: true })
  if (colour) await page.getByRole('button', { name: colour, exact: true }).click()
  await generateDesign(description)
}
