import { signIn } from '../fixtures.ts'
import { setServiceFault } from './faults.ts'
import { testScreen } from './test-screen.ts'

const test = testScreen({
  signIn: { fr: ['Email', 'Mot de passe', 'Se connecter', 'Créer un compte'] },
  signInFailed: { fr: ['Email ou mot de passe incorrect.'], en: ['Failed to sign in'] },
  forgot: { fr: ['Envoyer le lien', 'Retour à la connexion'] },
  forgotSent: { fr: ['Un email de réinitialisation a été envoyé à votre adresse email.'] },
  forgotFailed: {
    fr: ["Une erreur est survenue lors de l'envoi de l'email de réinitialisation"],
    reported: ['Failed to send password reset email'],
  },
})

test('signing in fails', async ({ site: { page }, examine }) => {
  await page.goto('/sign-in')
  await examine('signIn')
  const email = `personne-${crypto.randomUUID()}@encre.test`
  await signIn(page, { email, password: 'pas-le-bon' })
  await examine('signInFailed')
})

test('a password reset fails, then is sent', async ({ site: { page }, examine }) => {
  await page.goto('/sign-in')
  await page.getByRole('link', { name: 'Mot de passe oublié' }).click()
  await examine('forgot')
  await setServiceFault({
    endpoint: '/dbconnections/change_password',
    status: 500,
    body: { error: 'server_error' },
  })
  await page.getByLabel('Email').fill('lea@encre.test')
  await page.getByRole('button', { name: 'Envoyer le lien' }).click()
  await examine('forgotFailed')
  await page.getByRole('button', { name: 'Envoyer le lien' }).click()
  await examine('forgotSent')
})
