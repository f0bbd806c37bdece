import { styles } from '@encre/protocol/catalogue'
import { holdRequests } from '../fixtures.ts'
import { refuse } from './faults.ts'
import { testScreen } from './test-screen.ts'

const test = testScreen({
  galleryLoading: { fr: ['Mes Designs', 'Tous les styles', 'Chargement de vos designs...'] },
  galleryEmpty: { fr: ['Mes Designs', 'Aucun design trouvé'] },
  galleryFailed: { en: ['Failed to load designs'] },
  gallery: {
    fr: ['Mes Designs', ...styles.map(({ name }) => name), 'Un loup sous la lune'],
  },
  galleryCard: {
    fr: [
      'Traditionnel · Moyen · Bras',
      'Aperçu local, dessiné sans IA',
      'Retoucher',
      'S’en inspirer',
      'Reprendre mes mots',
    ],
  },
  galleryConfirm: {
    fr: [
      'Êtes-vous sûr de vouloir supprimer ce design ?',
      'Un loup sous la lune',
      'Annuler',
      'Supprimer',
    ],
  },
  galleryDeleteFailed: { en: ['Failed to delete design'], reported: ['Failed to delete design'] },
  galleryFilteredEmpty: { fr: ['Aucun design trouvé', 'Tous les styles'] },
})

const designs = /\/api\/gallery\/designs/

test('an empty gallery waits and fails', async ({ site, examine }) => {
  const { page } = site
  await site.signUp()
  const release = await holdRequests(page, designs)
  await page.getByRole('link', { name: 'Mes Designs' }).click()
  await examine('galleryLoading')
  await release()
  await page.route(designs, refuse(500, 'internal'))
  await page.reload()
  await examine('galleryFailed')
  await page.unroute(designs)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await examine('galleryEmpty')
})

test('a design is shown, and kept when its deletion fails', async ({ site, examine }) => {
  const { page } = site
  await site.signUp()
  await site.generateDesign('Un loup sous la lune')
  await page.getByRole('link', { name: 'Mes Designs' }).click()
  await examine('gallery')
  await page.getByRole('button', { name: /^Plus d’actions/ }).click()
  await examine('galleryCard')
  await page.getByRole('button', { name: /Supprimer/ }).click()
  await examine('galleryConfirm')
  await page.route(/\/api\/gallery\/designs\/./, refuse(400, 'invalid-request'))
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click()
  await examine('galleryDeleteFailed')
  await page.getByRole('radio', { name: 'Aquarelle' }).click()
  await examine('galleryFilteredEmpty')
})
