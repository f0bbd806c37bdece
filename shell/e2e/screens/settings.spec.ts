import { expect } from '../fixtures.ts'
import { refuse } from './faults.ts'
import { testScreen } from './test-screen.ts'

const test = testScreen({
  settings: {
    en: ['Account Settings', 'Profile', 'Security', 'Email cannot be changed', 'Save Changes'],
  },
  settingsSaved: { en: ['Profile updated successfully'] },
  settingsFailed: { fr: ['Erreur lors de la mise à jour du profil'] },
  security: { en: ['Update Password'] },
  securityTooShort: { en: ['New password must be at least 6 characters long'] },
  securityFailed: { fr: ['Une erreur est survenue', 'Le mot de passe actuel est incorrect.'] },
  securityUpdated: { en: ['Password updated successfully'] },
  securityNobody: {
    fr: ['Votre session a expiré. Reconnectez-vous pour reprendre où vous en étiez.'],
    reported: ['No authenticated user found'],
  },
})

const me = '**/api/account/me'

test('the settings save a name, and a failure keeps what was typed', async ({ site, examine }) => {
  const { page } = site
  await site.signUp()
  await page.goto('/settings')
  await examine('settings')
  const name = page.getByLabel('Name')
  const save = page.getByRole('button', { name: 'Save Changes' })
  await name.fill('Camille Durand')
  await page.route(me, refuse(400, 'invalid-request'))
  await save.click()
  await examine('settingsFailed')
  await expect(name).toHaveValue('Camille Durand')
  await page.unroute(me)
  await save.click()
  await examine('settingsSaved')
})

test('a member changes their password', async ({ site, examine }) => {
  const { page } = site
  const { password } = await site.signUp()
  await page.goto('/settings')
  await page.getByRole('tab', { name: 'Security' }).click()
  await examine('security')
  const current = page.getByLabel('Current Password')
  const next = page.getByLabel('New Password', { exact: true })
  const again = page.getByLabel('Confirm New Password')
  const update = page.getByRole('button', { name: 'Update Password' })
  await expect(update).toBeDisabled()
  await current.fill('pas-le-bon')
  await next.fill('12345')
  await again.fill('1')
  await examine('securityTooShort')
  await expect(update).toBeDisabled()
  await next.fill('aiguille-neuve')
  await again.fill('aiguille-neuve')
  await update.click()
  await examine('securityFailed')
  await current.fill(password)
  await update.click()
  await examine('securityUpdated')

  await page.route('**/api/account/password', refuse(401, 'permission-denied'))
  await current.fill('aiguille-neuve')
  await next.fill('aiguille-fine')
  await again.fill('aiguille-fine')
  await update.click()
  await examine('securityNobody')
})
