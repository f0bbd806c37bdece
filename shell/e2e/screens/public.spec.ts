import { expect } from '../fixtures.ts'
import { narrowWidths } from './examine-state.ts'
import { setServiceFault } from './faults.ts'
import { closeMenu, openMenu, testScreen } from './test-screen.ts'

const test = testScreen({
  home: {
    fr: [
      'Commencer à créer',
      'Voir la galerie',
      'Galerie',
      'À propos',
      'Connectez-vous',
      'Conditions',
      'Accessibilité',
    ],
  },
  homeMenu: { fr: ['Galerie', 'À propos', 'Connexion'] },
  about: {
    fr: [
      'Notre Mission',
      'Nos Technologies',
      'IA avancée',
      'Designs personnalisés',
      'Sécurité et confidentialité',
      'Génération rapide',
      'Collaboration avec les tatoueurs',
      'Styles variés',
    ],
  },
  legal: { fr: ['Mentions légales', 'Éditeur du site'] },
  privacy: { fr: ['Confidentialité', 'Ce que nous gardons'] },
  terms: { fr: ['Conditions d’utilisation', 'Ce qui ne peut pas être demandé'] },
  accessibility: { fr: ['Accessibilité', 'Ce qui ne va pas encore'] },
  notFound: { fr: ['Page introuvable', 'Retour à l’accueil'] },
  signUp: {
    fr: [
      'Nom',
      'Email',
      'Mot de passe',
      'Confirmer le mot de passe',
      'Créer un compte',
      'Se connecter',
    ],
  },
  signUpFailed: {
    fr: ["Une erreur est survenue lors de l'inscription"],
    en: ['Failed to create account'],
  },
})

test('a visitor reads the public pages', async ({ site: { page }, examine }) => {
  await page.goto('/')
  await examine('home')
  await openMenu(page)
  await examine('homeMenu', narrowWidths)
  await closeMenu(page)
  await page.getByRole('link', { name: 'À propos' }).click()
  await examine('about')
  await page.getByRole('link', { name: 'Confidentialité' }).click()
  await examine('privacy')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Mentions légales' }).click()
  await examine('legal')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Conditions' }).click()
  await examine('terms')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Accessibilité' }).click()
  await examine('accessibility')
  await page.goto('/nulle-part')
  await examine('notFound')
})

test('signing up fails, and keeps what was typed', async ({ site: { page }, examine }) => {
  await page.goto('/sign-up')
  await examine('signUp')
  const password = page.getByLabel('Mot de passe', { exact: true })
  const again = page.getByLabel('Confirmer le mot de passe')
  await page.getByLabel('Nom', { exact: true }).fill('Léa')
  await page.getByLabel('Email').fill(`lea-${crypto.randomUUID()}@encre.test`)
  await password.fill('aiguille')
  await again.fill('aiguille')
  await setServiceFault({
    endpoint: '/dbconnections/signup',
    status: 500,
    body: { error: 'server_error' },
  })
  await page.getByRole('button', { name: 'Créer un compte' }).click()
  await examine('signUpFailed')
  await expect(password).toHaveValue('aiguille')
})
