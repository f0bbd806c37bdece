import { colours, locations, sizes, styles } from '@encre/protocol/catalogue'
import { expect, holdRequests } from '../fixtures.ts'
import { clearServiceFaults, refuse, setServiceFault } from './faults.ts'
import { testScreen } from './test-screen.ts'

const test = testScreen({
  generator: {
    fr: [
      'Créez votre design de tatouage',
      ...['1', '2', '3', '4'],
      ...styles.flatMap(({ name, examples }) => [name, ...examples.slice(0, 2)]),
      ...sizes.flatMap(({ label, description }) => [label, description]),
      ...locations.map(({ label }) => label),
      'Générer',
      'Vos designs apparaîtront ici après la génération',
    ],
    en: colours.map(({ label }) => label),
  },
  generatorDetails: { fr: ['Votre taille', 'Votre emplacement', 'Retirer l’image'] },
  generatorRefusedFile: {
    fr: ['Ce fichier ne convient pas. Choisissez une image PNG, JPEG ou WebP.'],
  },
  generatorBlank: { en: ['Please enter a description for your tattoo'] },
  generatorBusy: { fr: ['Création de votre design unique...', 'Génération...'] },
  generatorWaiting: {
    fr: ['Le service d’images est très demandé : votre design attend son tour.', 'Génération...'],
  },
  generatorDone: { fr: ['Un loup sous la lune', 'Aperçu local, dessiné sans IA'] },
  generatorRefused: {
    fr: [
      'Le fournisseur d’images refuse cette description. Reformulez votre idée, puis réessayez.',
    ],
    en: ['Failed to generate design: {reason}'],
  },
  generatorVariation: { fr: ['Variation du n° 1', 'Un loup sous la lune', 'Générer'] },
  generatorVariants: {
    fr: [
      'Création de votre design unique...',
      'Génération...',
      'Limite de requêtes atteinte. Veuillez réessayer plus tard.',
    ],
    en: ['Failed to generate design: {reason}'],
  },
  generatorVariantsAll: {
    fr: ['3 variantes prêtes sur 4', 'Les trois sont dans Mes Designs.', 'Voir'],
  },
  generatorVariantsDone: { fr: ['Un loup sous la lune', 'Aperçu local, dessiné sans IA'] },
  generatorParentGone: { fr: ["La ressource demandée n'existe pas."] },
})

test('a design is described, refused, generated and shown', async ({ site, examine }) => {
  const { page } = site
  await site.signUp()
  await page.getByRole('link', { name: 'Créer', exact: true }).click()
  // From this height on, the choices of step 2 stand open.
  await page.setViewportSize({ width: 1280, height: 900 })
  await examine('generator')
  const generate = page.getByRole('button', { name: 'Générer' })
  const idea = page.getByRole('textbox', { name: /idée/ })
  await expect(generate).toBeDisabled()

  await page.getByRole('radio', { name: /Personnalisé/ }).check()
  await page.getByRole('radio', { name: 'Autre' }).check()
  const image = await page.getByRole('group', { name: /Choisissez un style/ }).screenshot()
  const zone = page.getByLabel(/Déposez, collez/)
  await zone.setInputFiles({ name: 'modele.png', mimeType: 'image/png', buffer: image })
  await examine('generatorDetails')
  await page.getByRole('button', { name: 'Retirer l’image' }).click()
  await zone.setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('rien'),
  })
  await examine('generatorRefusedFile')
  await page.getByRole('radio', { name: /Moyen/ }).check()
  await page.getByRole('radio', { name: 'Bras' }).check()
  await idea.press('Control+Enter')
  await examine('generatorBlank')

  await idea.fill('Un loup sous la lune')
  const busy = {
    error: {
      message: 'Rate limit reached',
      type: 'requests',
      param: null,
      code: 'rate_limit_exceeded',
    },
  }
  await setServiceFault({ endpoint: '/v1/images/generations', status: 429, body: busy, times: 100 })
  await generate.click()
  await expect(page.getByText(/attend son tour/)).toBeVisible()
  await examine('generatorWaiting')
  await page.getByRole('button', { name: 'Annuler' }).click()
  await expect(page.getByText('La génération a été annulée.')).toBeVisible()
  await clearServiceFaults()

  // The page hears nothing of the generation until the requests continue.
  const release = await holdRequests(page, /\/api\/generator\/generations\/[^/]+(\/events)?$/)
  await generate.click()
  await examine('generatorBusy')
  await expect(idea).toBeDisabled()
  await release()
  await expect(page.getByRole('img', { name: /^Un loup sous la lune/ })).toBeVisible({
    timeout: 60_000,
  })
  await examine('generatorDone')
})

test('a design is varied, in several variants, and what failed can be tried again', async ({
  site,
  examine,
}) => {
  const { page } = site
  await site.signUp()
  await site.generateDesign('Un loup sous la lune')
  await site.openGallery()
  await page.getByRole('button', { name: /^Plus d’actions/ }).click()
  await page.getByRole('link', { name: /^S’en inspirer/ }).click()
  await expect(page.getByRole('img', { name: /Image de référence/ })).toBeVisible()
  await page.getByRole('radio', { name: '4', exact: true }).check()
  await examine('generatorVariation')

  const release = await holdRequests(page, /\/api\/generator\/generations\/[^/]+(\/events)?$/)
  const generations = /\/api\/generator\/generations$/
  await page.route(generations, refuse(429, 'resource-exhausted'), { times: 1 })
  await page.getByRole('button', { name: 'Générer' }).click()
  await expect(page.getByText(/Limite de requêtes atteinte/).first()).toBeVisible()
  await examine('generatorVariants')
  await release()
  await expect(page.getByRole('list', { name: 'Variantes' }).getByRole('img')).toHaveCount(3, {
    timeout: 60_000,
  })
  await examine('generatorVariantsAll')
  await page
    .getByRole('button', { name: /^Voir : Variante/ })
    .first()
    .click()
  await examine('generatorVariantsDone')

  await page.getByRole('textbox', { name: /idée/ }).fill('Une croix gammée')
  await page.getByRole('button', { name: 'Générer' }).click()
  await expect(page.getByText(/refuse cette description/).first()).toBeVisible({ timeout: 60_000 })
  await examine('generatorRefused')
  await page.goto('/generator?from=a-deleted-design')
  await examine('generatorParentGone')
})
