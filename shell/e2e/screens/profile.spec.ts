import { expect } from '../fixtures.ts'
import { refuse } from './faults.ts'
import { testScreen } from './test-screen.ts'

const test = testScreen({
  profile: { fr: ['Modifier le profil', '0', 'Membre', '{month} {year}'] },
  profileLoadFailed: { fr: ['Une erreur est survenue'] },
  profileEdit: { fr: ["L'adresse email ne peut pas être modifiée", 'Annuler', 'Enregistrer'] },
  profileFailed: { fr: ['Erreur lors de la mise à jour du profil', 'Une erreur inattendue est survenue. Veuillez réessayer.'] },
})

const me = '**/api/account/me'

test('a member changes their name, and each failure keeps what was typed', async ({ site, examine }) => {
  const { page } = site
  await site.signUp()
  await page.getByRole('link', { name: /camille-/ }).click()
  await examine('profile')
  await page.getByRole('button', { name: 'Modifier le profil' }).click()
  await examine('profileEdit')
  const name = page.getByLabel('Nom')
  const save = page.getByRole('button', { name: 'Enregistrer' })
  await expect(save).toBeDisabled()
  await name.fill('Camille Durand')
  await page.route(me, refuse(500, 'internal'))
  await save.click()
  await examine('profileFailed')
  await page.unroute(me)
  await expect(name).toHaveValue('Camille Durand')
  await save.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Camille Durand' })).toBeVisible()
  await page.route(me, refuse(500, 'internal'))
  await page.reload()
  await examine('profileLoadFailed')
})
