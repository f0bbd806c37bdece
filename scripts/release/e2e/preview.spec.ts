import { createPreview, getStatus } from '@encre/releases'
import { expect, test } from '../../../shell/e2e/fixtures.ts'
import { shownVersion } from '../../../shell/e2e/open-page.ts'
import { openRegistry, upload } from '../../../shell/e2e/registry.ts'
import { createVariant } from '../../../shell/e2e/variants.ts'

const registry = openRegistry()

test('a preview link shows versions of two remotes, page by page, until the visitor leaves it', async ({
  site: { page, signUp },
}) => {
  const live = (await getStatus(registry, 'gallery')).current ?? ''
  const version = `preview-${Date.now().toString(36)}`
  await upload(
    registry,
    await createVariant('gallery', version, (text) =>
      text.replaceAll('Mes Designs', 'Mes Designs, aperçu'),
    ),
  )
  await upload(registry, await createVariant('generator', version))
  const { url } = await createPreview(registry, 'gallery', {
    version,
    with: [{ remote: 'generator', version }],
  })
  const banner = page.getByRole('complementary', { name: 'Aperçu' })
  await signUp()

  await page.goto(url)
  await page.getByRole('button', { name: 'Ouvrir l’aperçu' }).click()
  await expect(page).toHaveURL(/\/gallery$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Mes Designs, aperçu' })).toBeVisible()
  expect(await shownVersion(page, 'gallery')).toBe(version)
  await expect(banner).toContainText(
    `Aperçu de gallery, version ${version} ; de generator, version ${version}.`,
  )
  await page.getByRole('link', { name: 'Créer', exact: true }).click()
  await expect(page.getByRole('textbox', { name: /idée/i })).toBeVisible()
  expect(await shownVersion(page, 'generator')).toBe(version)
  await page.getByRole('link', { name: 'Tableau de bord' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.getByRole('button', { name: 'Quitter l’aperçu' }).click()
  await expect(banner).toBeHidden()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/gallery')
  await expect(
    page.getByRole('heading', { level: 1, name: 'Mes Designs', exact: true }),
  ).toBeVisible()
  expect(await shownVersion(page, 'gallery')).toBe(live)
})
