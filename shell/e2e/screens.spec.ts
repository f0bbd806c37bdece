import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Route } from '@playwright/test'
import { expect, type Site, test as siteTest } from './fixtures.ts'
import { lookAt, looked } from './look.ts'
import { componentSentences, countSentences, type Place, places } from './sentences.ts'

interface Visit {
  site: Site
  page: Page
  /** Looks at `place`; `widths` where it exists at these only. */
  look(place: Place, widths?: number[]): Promise<void>
}

const test = siteTest.extend({})
// What fails here is made to fail. A page that differs from what the build drew is never meant.
test.use({ allowedErrors: [/Failed to load resource|\[composition \w+\] (?!.*[Hh]ydrat)/s], reducedMotion: 'reduce' })
// A dozen states each; a busy machine is slow, not wrong.
test.describe.configure({ timeout: 600_000 })

const planned: Place[] = []

/** A journey through some places of the table, all of which it must look at. */
function journey(title: string, through: Place[], run: (visit: Visit) => Promise<void>): void {
  planned.push(...through)
  test(title, async ({ site }) => {
    const { page } = site
    const reported: string[] = []
    page.on('console', (message) => message.type() === 'error' && reported.push(message.text()))
    const seen: Place[] = []
    const look = async (place: Place, widths?: number[]) => {
      await lookAt(page, place, reported, widths)
      seen.push(place)
    }
    try {
      await run({ site, page, look })
    } finally {
      await clearFaults()
    }
    expect(seen).toEqual(through)
  })
}

const origin = new URL(process.env.ENCRE_ORIGIN ?? 'http://localhost:8787')
const embedded = `http://localhost:${Number(origin.port) + 1}`

/** The embedded tenant and image maker answer as the real ones would on a bad day. */
async function setFault(fault: { endpoint: string; status: number; body: unknown; times?: number }): Promise<void> {
  const response = await fetch(`${embedded}/faults`, { method: 'PUT', body: JSON.stringify(fault) })
  expect(response.status).toBe(204)
}
const clearFaults = () => fetch(`${embedded}/faults`, { method: 'DELETE' })

/** Lets requests wait, so that the page shows what it does meanwhile. Answers what lets them go. */
async function hold(page: Page, url: string | RegExp): Promise<() => Promise<void>> {
  const gate = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await gate.promise
    await route.continue().catch(() => {})
  })
  return async () => {
    gate.resolve()
    await page.unroute(url)
  }
}

/** A refusal of a worker, for what no protocol from outside can bring about. */
const refuse = (status: number, code: string) => (route: Route) =>
  route.fulfill({ status, contentType: 'application/problem+json', json: { code, status, title: code, requestId: 'request-1' } })

const openMenu = async (page: Page) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await page.getByRole('button', { name: 'Menu' }).click()
}
const closeMenu = async (page: Page) => {
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1280, height: 900 })
}
const narrow = [320, 640]

journey('a visitor reads the public pages', ['home', 'homeMenu', 'about', 'privacy', 'legal', 'notFound'], async ({ page, look }) => {
  await page.goto('/')
  await look('home')
  await openMenu(page)
  await look('homeMenu', narrow)
  await closeMenu(page)
  await page.getByRole('link', { name: 'À propos' }).click()
  await look('about')
  await page.getByRole('link', { name: 'Confidentialité' }).click()
  await look('privacy')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Mentions légales' }).click()
  await look('legal')
  await page.goto('/nulle-part')
  await look('notFound')
})

journey(
  'signing in waits, refuses and fails',
  ['signIn', 'signInMissing', 'signInBusy', 'signInFailed', 'forgot', 'forgotFailed', 'forgotSent'],
  async ({ page, look }) => {
    await page.goto('/sign-in')
    await look('signIn')
    const submit = page.getByRole('button', { name: 'Se connecter' })
    await submit.click()
    await look('signInMissing')
    await page.getByLabel('Email').fill(`personne-${crypto.randomUUID()}@encre.test`)
    await page.getByLabel('Mot de passe').fill('pas-le-bon')
    const release = await hold(page, '**/co/authenticate')
    await submit.click()
    await look('signInBusy')
    await release()
    await look('signInFailed')

    await page.getByRole('link', { name: 'Mot de passe oublié' }).click()
    await look('forgot')
    await setFault({ endpoint: '/dbconnections/change_password', status: 500, body: { error: 'server_error' } })
    await page.getByLabel('Email').fill('lea@encre.test')
    await page.getByRole('button', { name: 'Envoyer le lien' }).click()
    await look('forgotFailed')
    await page.getByRole('button', { name: 'Envoyer le lien' }).click()
    await look('forgotSent')
    await expect(page.getByLabel('Email')).toHaveValue('')
    await expect(page.getByRole('button', { name: 'Envoyer le lien' })).toBeDisabled()
  },
)

journey(
  'signing up refuses, waits and fails with nothing typed lost',
  ['signUp', 'signUpMissing', 'signUpMismatch', 'signUpTooShort', 'signUpBusy', 'signUpFailed'],
  async ({ page, look }) => {
    await page.goto('/sign-up')
    await look('signUp')
    const submit = page.getByRole('button', { name: 'Créer un compte' })
    await submit.click()
    await look('signUpMissing')
    const password = page.getByLabel('Mot de passe', { exact: true })
    const again = page.getByLabel('Confirmer le mot de passe')
    await page.getByLabel('Nom', { exact: true }).fill('Léa')
    await page.getByLabel('Email').fill(`lea-${crypto.randomUUID()}@encre.test`)
    await password.fill('aiguille')
    await again.fill('autre')
    await submit.click()
    await look('signUpMismatch')
    await password.fill('12345')
    await again.fill('12345')
    await submit.click()
    await look('signUpTooShort')
    await password.fill('aiguille')
    await again.fill('aiguille')
    await setFault({ endpoint: '/dbconnections/signup', status: 500, body: { error: 'server_error' } })
    const release = await hold(page, '**/dbconnections/signup')
    await submit.click()
    await look('signUpBusy')
    await release()
    await look('signUpFailed')
    await expect(password).toHaveValue('aiguille')
  },
)

journey(
  'a new member finds every page empty, and sees each wait and fail',
  [
    'dashboardEmpty',
    'dashboardMenu',
    'dashboardLoading',
    'dashboardFailed',
    'dashboardPro',
    'signOutFailed',
    'galleryLoading',
    'galleryFailed',
    'galleryEmpty',
    'dashboardAlone',
    'profileAlone',
    'settingsAlone',
    'generatorAlone',
  ],
  async ({ site, page, look }) => {
    await site.signUp()
    await look('dashboardEmpty')
    await openMenu(page)
    await look('dashboardMenu', narrow)
    await closeMenu(page)

    const dashboard = '**/api/account/dashboard'
    const release = await hold(page, dashboard)
    await page.reload()
    await look('dashboardLoading')
    await release()
    await page.route(dashboard, refuse(500, 'internal'))
    await page.reload()
    await look('dashboardFailed')
    await page.unroute(dashboard)
    await page.route(dashboard, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), designCount: 11 } })
    })
    await page.getByRole('button', { name: 'Try again' }).click()
    await look('dashboardPro')
    await page.unroute(dashboard)

    await page.route('**/.well-known/jwks.json', (route) => route.abort())
    await page.getByRole('button', { name: 'Déconnexion' }).click()
    await look('signOutFailed')
    await page.unroute('**/.well-known/jwks.json')

    const designs = /\/api\/gallery\/designs/
    const releaseDesigns = await hold(page, designs)
    await page.getByRole('link', { name: 'Mes Designs' }).click()
    await look('galleryLoading')
    await releaseDesigns()
    await page.route(designs, refuse(500, 'internal'))
    await page.reload()
    await look('galleryFailed')
    await page.unroute(designs)
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await look('galleryEmpty')

    // The shell sends visitors to sign in before any of these is shown: here the page is told that its routes are public.
    await page.context().clearCookies()
    await page.route(/\/(dashboard|profile|settings|generator)$/, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replaceAll('"access":"member"', '"access":"public"') })
    })
    for (const [path, place] of [
      ['/dashboard', 'dashboardAlone'],
      ['/profile', 'profileAlone'],
      ['/settings', 'settingsAlone'],
      ['/generator', 'generatorAlone'],
    ] as const) {
      await page.goto(path)
      await look(place)
    }
  },
)

journey(
  'a design is made, kept, shown and not deleted by a failure',
  [
    'generator',
    'generatorDetails',
    'generatorRefusedFile',
    'generatorBlank',
    'generatorBusy',
    'generatorDone',
    'dashboardFilled',
    'gallery',
    'galleryConfirm',
    'galleryDeleteFailed',
    'galleryFilteredEmpty',
    'galleryByAi',
  ],
  async ({ site, page, look }) => {
    await site.signUp()
    await page.getByRole('link', { name: 'Créer', exact: true }).click()
    await look('generator')
    const generate = page.getByRole('button', { name: 'Générer' })
    const idea = page.getByRole('textbox', { name: /idée/ })
    await expect(generate).toBeDisabled()

    await page.getByRole('radio', { name: /Personnalisé/ }).check()
    await page.getByRole('radio', { name: 'Autre' }).check()
    const image = await page.getByRole('group', { name: /Choisissez un style/ }).screenshot()
    const zone = page.getByLabel(/Déposez une image/)
    await zone.setInputFiles({ name: 'modele.png', mimeType: 'image/png', buffer: image })
    await look('generatorDetails')
    await page.getByRole('button', { name: "Retirer l'image" }).click()
    await zone.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('rien') })
    await look('generatorRefusedFile')
    await page.getByRole('radio', { name: /Moyen/ }).check()
    await page.getByRole('radio', { name: 'Bras' }).check()
    await idea.press('Control+Enter')
    await look('generatorBlank')

    await idea.fill('Un loup sous la lune')
    // Nothing is heard of the generation until it is let go.
    const release = await hold(page, /\/api\/generator\/generations\/[^/]+(\/events)?$/)
    await generate.click()
    await look('generatorBusy')
    await expect(idea).toBeDisabled()
    await release()
    await expect(page.getByRole('img', { name: /^Un loup sous la lune/ })).toBeVisible({ timeout: 60_000 })
    await look('generatorDone')

    await page.getByRole('link', { name: 'Tableau de bord' }).click()
    await look('dashboardFilled')
    await page.getByRole('link', { name: 'Mes Designs' }).click()
    await look('gallery')
    await page.getByRole('button', { name: /Supprimer/ }).click()
    await look('galleryConfirm')
    await page.route(/\/api\/gallery\/designs\/./, refuse(500, 'internal'))
    await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click()
    await look('galleryDeleteFailed')
    await page.getByRole('radio', { name: 'Aquarelle' }).click()
    await look('galleryFilteredEmpty')
    await page.route(/\/api\/gallery\/designs(\?|$)/, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replaceAll('"drawn"', '"ai"') })
    })
    await page.getByRole('radio', { name: 'Tous les styles' }).click()
    await look('galleryByAi')
  },
)

journey(
  'a generation fails in each way, and the idea stays',
  ['generatorNoReferences', 'generatorNoImage', 'generatorRefused', 'generatorUnexpected', 'generatorInvalidStyle', 'generatorUnsaved'],
  async ({ site, page, look }) => {
    await site.signUp()
    await page.route('**/api/generator/options', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), references: false } })
    })
    await page.getByRole('link', { name: 'Créer', exact: true }).click()
    await look('generatorNoReferences')

    const idea = page.getByRole('textbox', { name: /idée/ })
    const generate = page.getByRole('button', { name: 'Générer' })
    await idea.fill('Une ancre')
    await setFault({ endpoint: '/v1/images/generations', status: 200, body: { created: 1, data: [] }, times: 5 })
    await generate.click()
    await look('generatorNoImage')
    await clearFaults()
    await setFault({
      endpoint: '/v1/images/generations',
      status: 400,
      body: { error: { code: 'moderation_blocked', message: 'no', type: 'image_generation_user_error', param: null } },
      times: 5,
    })
    await expect(generate).toBeEnabled()
    await generate.click()
    await look('generatorRefused')
    await clearFaults()

    const generations = /\/api\/generator\/generations$/
    for (const [code, place] of [
      ['from-the-future', 'generatorUnexpected'],
      ['invalid-style', 'generatorInvalidStyle'],
    ] as const) {
      await page.route(generations, refuse(422, code))
      await generate.click()
      await look(place)
      await page.unroute(generations)
    }
    await page.route(/\/events$/, async (route) => {
      const generation = await (
        await route.fetch({
          url: route
            .request()
            .url()
            .replace(/\/events$/, ''),
        })
      ).json()
      const failed = { ...generation, state: 'failed', problem: 'save-failed', design: null, seed: null }
      await route.fulfill({ contentType: 'text/event-stream', body: `event: state\nid: 9\ndata: ${JSON.stringify(failed)}\n\n` })
    })
    await generate.click()
    await look('generatorUnsaved')
    await expect(idea).toHaveValue('Une ancre')
  },
)

journey(
  'a member changes their name, and each failure leaves what was typed',
  [
    'profile',
    'profileEdit',
    'profileDenied',
    'profilePrecondition',
    'profileNotFound',
    'profileExhausted',
    'profileFailed',
    'profileSaving',
    'profileLoadFailed',
    'settings',
    'settingsFailed',
    'settingsSaving',
    'settingsSaved',
  ],
  async ({ site, page, look }) => {
    await site.signUp()
    await page.getByRole('link', { name: /camille-/ }).click()
    await look('profile')
    await page.getByRole('button', { name: 'Modifier le profil' }).click()
    await look('profileEdit')
    const name = page.getByLabel('Nom')
    const save = page.getByRole('button', { name: 'Enregistrer' })
    await expect(save).toBeDisabled()
    await name.fill('Camille Durand')
    const me = '**/api/account/me'
    for (const [status, code, place] of [
      [403, 'permission-denied', 'profileDenied'],
      [412, 'failed-precondition', 'profilePrecondition'],
      [404, 'not-found', 'profileNotFound'],
      [429, 'resource-exhausted', 'profileExhausted'],
      [500, 'internal', 'profileFailed'],
    ] as const) {
      await page.route(me, refuse(status, code))
      await save.click()
      await look(place)
      await page.unroute(me)
    }
    await expect(name).toHaveValue('Camille Durand')
    const release = await hold(page, me)
    await save.click()
    await look('profileSaving')
    await release()
    await expect(page.getByRole('heading', { level: 1, name: 'Camille Durand' })).toBeVisible()
    await page.route(me, refuse(500, 'internal'))
    await page.reload()
    await look('profileLoadFailed')
    await page.unroute(me)

    await page.goto('/settings')
    await look('settings')
    const english = page.getByLabel('Name')
    await english.fill('Camille Martin')
    await page.route(me, refuse(500, 'internal'))
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await look('settingsFailed')
    await page.unroute(me)
    const releaseAgain = await hold(page, me)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await look('settingsSaving')
    await releaseAgain()
    await look('settingsSaved')
  },
)

journey(
  'a member changes their password',
  ['security', 'securityTooShort', 'securityMismatch', 'securityFailed', 'securityBusy', 'securityUpdated', 'securityNobody'],
  async ({ site, page, look }) => {
    const { password } = await site.signUp()
    await page.goto('/settings')
    await page.getByRole('tab', { name: 'Security' }).click()
    await look('security')
    const current = page.getByLabel('Current Password')
    const next = page.getByLabel('New Password', { exact: true })
    const again = page.getByLabel('Confirm New Password')
    const update = page.getByRole('button', { name: 'Update Password' })
    await expect(update).toBeDisabled()
    await current.fill('pas-le-bon')
    await next.fill('12345')
    await again.fill('1')
    await look('securityTooShort')
    await expect(update).toBeDisabled()
    await next.fill('aiguille-neuve')
    await again.fill('autre')
    await look('securityMismatch')
    await again.fill('aiguille-neuve')
    await update.click()
    await look('securityFailed')
    await current.fill(password)
    const release = await hold(page, '**/api/account/password')
    await update.click()
    await look('securityBusy')
    await release()
    await look('securityUpdated')

    await page.route('**/api/account/password', refuse(401, 'permission-denied'))
    await current.fill('aiguille-neuve')
    await next.fill('aiguille-fine')
    await again.fill('aiguille-fine')
    await update.click()
    await look('securityNobody')
  },
)

test('no row of the table is left out', () => {
  expect([...planned].sort()).toEqual(Object.keys(places).sort())
  for (const { text, test: file } of componentSentences) {
    expect(readFileSync(join(import.meta.dirname, '../..', file), 'utf8')).toContain(`'${text}'`)
  }
  console.log(`${countSentences()} sentences of the specification in ${Object.keys(places).length} screens and states`)
})

test.afterAll(() => {
  console.log(`looked at ${looked.places} screens and states: ${looked.sentences} sentences, ${looked.axe} times axe without a finding`)
})
