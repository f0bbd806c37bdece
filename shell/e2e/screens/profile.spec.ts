import { refuse } from './faults.ts'
import { testScreen } from './test-screen.ts'

const test = testScreen({
  profile: { fr: ['Modifier le profil', '0', 'Membre', '{month} {year}'] },
  profileLoadFailed: { fr: ['Une erreur est survenue'] },
  profileEdit: { fr: ["L'adresse email ne peut pas être modifiée", 'Annuler', 'Enregistrer'] },
  profileFailed: {
    fr: [
      'Erreur lors de la mise à jour du profil',
      'Une erreur inattendue est survenue. Veuillez réessayer.',
    ],
  },
})

test('a profile is shown and edited, and fails', async ({ site, examine }) => {
  const { page } = site
  await site.signUp()
  await page.getByRole('link', { name: /camille-/ }).click()
  await examine('profile')
  await page.getByRole('button', { name: 'Modifier le profil' }).click()
  await examine('profileEdit')
  await page.getByLabel('Nom').fill('Camille Durand')
  await page.route('**/api/account/me', refuse(400, 'invalid-request'))
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await examine('profileFailed')
  await page.reload()
  await examine('profileLoadFailed')
})
