import type { Browser, Locator, Page } from '@playwright/test'
import { drawFile, expect, type Site, signIn, test } from './fixtures.ts'

// What a member reads when the answer of a write is lost, and what there is after they have pressed
// again. `testWrites` of each worker has every declared write; here are those with a page of their
// own. A case takes up to a minute, since a page waits 15 s for each of two answers.

test.use({ allowedErrors: [/Failed to load resource/] })
test.describe.configure({ mode: 'parallel' })

const faults = [
  '502 after the deed',
  'reset after the deed',
  'silence after the deed',
  'silence before the deed',
  'offline before',
  'offline between two presses',
] as const
type Fault = (typeof faults)[number]

/** When the member presses again: 4 s after the first press, or once the page says what it knows. */
const presses = ['not again', 'early', 'late'] as const
type Again = (typeof presses)[number]

/** The sentences of a write that is certainly not done. */
const notDone =
  /n’a pas été (créé|gardé|enregistré|révoqué)|n’(a|ont) pas pu|n’est pas partie?|not completely|Erreur lors de la mise à jour|Failed to delete/
const notKnown =
  /Nous ne savons pas (encore )?si|La réponse s’est perdue|We do not know yet|ne répond pas encore/
const notYet =
  /Ce n’est pas encore fait|part dès que le réseau revient|enregistrés au retour du réseau/

interface Write {
  name: string
  method: string
  path: RegExp
  /** Opens the page of the write. Returns it, and the button that sends it. */
  open(site: Site, browser: Browser): Promise<{ page: Page; press: () => Promise<void> }>
  /** Shown once the page knows that it is done. */
  done(page: Page): Locator
  /** How often the write has had its effect, after the page was opened again. */
  count(site: Site, page: Page): Promise<number>
  /** The second press wishes the opposite of the first one. */
  toggles?: true
  /** Nobody can be asked whether it is done: the page may go on saying that it does not know. */
  staysUnknown?: true
}

const writes: Write[] = [
  {
    name: 'an answer of an artist',
    method: 'POST',
    path: /\/api\/gallery\/links\/[^/]+\/answers$/,
    async open(site, browser) {
      const address = await createLink(site)
      const artist = await (await browser.newContext({ locale: 'fr-FR' })).newPage()
      await artist.goto(address)
      await artist.getByRole('textbox', { name: 'Répondre' }).fill('Plus grand')
      return { page: artist, press: press(artist, 'Envoyer') }
    },
    done: (page) => page.getByText('Réponse envoyée. Vous pouvez encore en envoyer 4.'),
    async count({ page }) {
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Réponses du tatoueur' })).toBeVisible()
      return page.getByText('Plus grand', { exact: true }).count()
    },
  },
  {
    name: 'a link',
    method: 'POST',
    path: /\/api\/gallery\/designs\/[^/]+\/links$/,
    async open(site) {
      await openCard(site)
      return { page: site.page, press: press(site.page, /^(Créer un|Nouveau) lien$/) }
    },
    done: (page) => page.getByLabel('Adresse à envoyer'),
    async count(_, page) {
      await page.reload()
      await expect(page.getByText('Pas encore ouvert').first()).toBeVisible()
      return page.getByText('Pas encore ouvert').count()
    },
  },
  {
    name: 'a drawing',
    method: 'POST',
    path: /\/api\/gallery\/designs\?/,
    async open({ page, signUp }) {
      await signUp()
      await page.goto('/calque')
      await page
        .locator('input[type=file]:not([inert] *)')
        .first()
        .setInputFiles(await drawFile(page))
      await page.getByRole('button', { name: 'Continuer' }).click()
      await expect(page.getByText('1 feuille', { exact: true })).toBeVisible({ timeout: 60_000 })
      await page.getByLabel('Style').selectOption('minimalist')
      return { page, press: press(page, 'Garder dans Mes Designs') }
    },
    done: (page) => page.getByRole('heading', { level: 1, name: 'Mon croquis' }),
    async count({ page }) {
      await page.goto('/gallery')
      await expect(page.getByRole('article').first()).toBeVisible()
      return page.getByRole('article').count()
    },
  },
  {
    name: 'a name',
    method: 'PATCH',
    path: /\/api\/account\/me$/,
    async open({ page, signUp }) {
      await signUp()
      await page.goto('/profile')
      await page.getByRole('button', { name: 'Modifier le profil' }).click()
      await page.getByRole('textbox', { name: 'Nom' }).fill('Camille Durand')
      return { page, press: press(page, 'Enregistrer') }
    },
    done: (page) => page.getByRole('heading', { level: 1, name: 'Camille Durand' }),
    async count(_, page) {
      await page.reload()
      const heading = page.getByRole('heading', { level: 1, name: 'Camille Durand' })
      await expect(heading).toBeVisible()
      return heading.count()
    },
  },
  {
    name: 'an erasure',
    method: 'DELETE',
    path: /\/api\/account\/me$/,
    async open({ page, signUp }) {
      lastAccount = await signUp()
      await page.goto('/settings')
      return {
        page,
        async press() {
          await page.getByRole('button', { name: 'Delete my account' }).click()
          const dialog = page.getByRole('dialog')
          await dialog.getByLabel('Current Password').fill(lastAccount.password)
          await dialog.getByRole('button', { name: 'Delete my account' }).click()
        },
      }
    },
    done: (page) => page.getByRole('heading', { level: 1, name: 'Votre compte est supprimé' }),
    async count(_, page) {
      await page.goto('/sign-in')
      await signIn(page, lastAccount)
      const refusal = page.getByText('Email ou mot de passe incorrect')
      await expect(refusal).toBeVisible()
      return refusal.count()
    },
  },
  {
    name: 'notes',
    method: 'PATCH',
    path: /\/api\/gallery\/designs\/[^/]+\/settings$/,
    async open(site) {
      await openCard(site)
      const notes = site.page.getByRole('textbox', { name: /^Notes/ })
      return { page: site.page, press: () => notes.fill('Avant-bras gauche') }
    },
    done: (page) => page.getByText('Enregistré', { exact: true }),
    async count(_, page) {
      await page.reload()
      const notes = page.getByRole('textbox', { name: /^Notes/ })
      return (await notes.inputValue()) === 'Avant-bras gauche' ? 1 : 0
    },
  },
  {
    name: 'a design',
    method: 'POST',
    path: /\/api\/generator\/generations$/,
    async open({ page, signUp }) {
      await signUp()
      await page.goto('/generator')
      await page.getByRole('textbox', { name: 'Décrivez votre idée' }).fill('Une hirondelle')
      await expect(page.getByText(/^Il vous reste/)).toBeVisible()
      return { page, press: press(page, 'Générer') }
    },
    done: (page) => page.getByRole('img', { name: /^Une hirondelle/ }),
    async count({ page }) {
      await page.goto('/gallery')
      await expect(page.getByRole('article').first()).toBeVisible()
      return page.getByRole('article').count()
    },
  },
  {
    name: 'an account',
    method: 'POST',
    path: /\/dbconnections\/signup$/,
    async open({ page }) {
      lastAccount = {
        email: `${crypto.randomUUID()}@encre.example`,
        password: 'aiguille-2026',
      }
      await page.goto('/sign-up')
      await page.getByLabel('Nom').fill('Camille')
      await page.getByLabel('Email').fill(lastAccount.email)
      await page.getByLabel('Mot de passe', { exact: true }).fill(lastAccount.password)
      await page.getByLabel('Confirmer le mot de passe').fill(lastAccount.password)
      return { page, press: press(page, 'Créer un compte') }
    },
    done: (page) => page.getByRole('heading', { level: 1, name: 'Dashboard' }),
    async count(_, page) {
      await page.reload()
      const email = page.getByText(lastAccount.email)
      await expect(email).toBeVisible()
      return email.count()
    },
  },
  {
    name: 'a new password',
    staysUnknown: true,
    method: 'PUT',
    path: /\/api\/account\/password$/,
    async open({ page, signUp }) {
      const account = await signUp()
      lastAccount = { email: account.email, password: 'encre-de-chine-2026' }
      await page.goto('/settings')
      await page.getByRole('tab', { name: 'Security' }).click()
      await page.getByLabel('Current Password').fill(account.password)
      await page.getByLabel('New Password', { exact: true }).fill(lastAccount.password)
      await page.getByLabel('Confirm New Password').fill(lastAccount.password)
      return { page, press: press(page, 'Update Password') }
    },
    done: (page) => page.getByText('Password updated successfully'),
    async count(_, page) {
      await page.context().clearCookies()
      await page.goto('/sign-in')
      await signIn(page, lastAccount)
      const dashboard = page.getByRole('heading', { level: 1, name: 'Dashboard' })
      await expect(dashboard).toBeVisible()
      return dashboard.count()
    },
  },
  {
    name: 'a forgotten password',
    staysUnknown: true,
    method: 'POST',
    path: /\/dbconnections\/change_password$/,
    async open({ page, signUp }) {
      lastAccount = await signUp()
      await page.context().clearCookies()
      await page.goto('/forgot-password')
      await page.getByLabel('Email').fill(lastAccount.email)
      return { page, press: press(page, 'Envoyer le lien') }
    },
    done: (page) => page.getByText('Un email de réinitialisation a été envoyé'),
    async count(_, page) {
      const mailbox = new URL('/mailbox', page.url())
      mailbox.port = String(Number(mailbox.port) + 1)
      await page.goto(mailbox.href)
      return page.getByText(`À ${lastAccount.email},`).count()
    },
  },
  {
    name: 'a favourite',
    toggles: true,
    method: 'PUT',
    path: /\/api\/gallery\/favourites$/,
    async open(site) {
      await openGalleryOfOne(site)
      return { page: site.page, press: press(site.page, /^Favori/) }
    },
    done: (page) => page.getByRole('button', { name: /^Favori/ }),
    async count(_, page) {
      await page.reload()
      await expect(page.getByRole('article').first()).toBeVisible()
      return page.getByRole('button', { name: /^Favori/, pressed: true }).count()
    },
  },
  {
    name: 'a deletion',
    method: 'DELETE',
    path: /\/api\/gallery\/designs\/[^/]+$/,
    async open(site) {
      await openGalleryOfOne(site)
      return {
        page: site.page,
        async press() {
          await press(site.page, /^Supprimer/)()
          await site.page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click()
        },
      }
    },
    done: (page) => page.getByRole('button', { name: 'Annuler', exact: true }),
    async count(_, page) {
      await page.goto('/gallery?vue=supprimes')
      await expect(page.getByRole('button', { name: /^Restaurer/ })).toBeVisible()
      return page.getByRole('button', { name: /^Restaurer/ }).count()
    },
  },
  {
    name: 'a link that is revoked',
    method: 'DELETE',
    path: /\/api\/gallery\/links\/[^/]+$/,
    async open(site) {
      await createLink(site)
      await site.page.reload()
      await expect(site.page.getByRole('button', { name: /^Révoquer le lien/ })).toBeVisible()
      return {
        page: site.page,
        async press() {
          await press(site.page, /^Révoquer le lien/)()
          await site.page.getByRole('dialog').getByRole('button', { name: 'Révoquer' }).click()
        },
      }
    },
    done: (page) => page.getByRole('button', { name: 'Créer un lien' }),
    async count(_, page) {
      await page.reload()
      await expect(page.getByRole('button', { name: 'Créer un lien' })).toBeVisible()
      return 1 - (await page.getByText('Pas encore ouvert').count())
    },
  },
  {
    name: 'a download of all data',
    method: 'POST',
    path: /\/api\/account\/export$/,
    async open({ page, signUp }) {
      await signUp()
      await page.goto('/settings')
      return { page, press: press(page, 'Prepare my data') }
    },
    done: (page) => page.getByText('Your data is ready'),
    async count(_, page) {
      await page.reload()
      await expect(page.getByText('Your data is ready')).toBeVisible()
      return page.getByText('Your data is ready').count()
    },
  },
]

let lastAccount = { email: '', password: '' }

const cases = faults.flatMap((fault, place) =>
  writes.flatMap((write, row) =>
    presses.map((again, column) => ({ write, fault, again, order: (place + row + column) % 7 })),
  ),
)
// `npm test` runs the first two: of two writes, with two faults.
cases.sort((one, other) => one.order - other.order)

for (const [index, { write, fault, again }] of cases.entries()) {
  const tag = index < 2 ? '@matrix' : '@slow'
  test(`${write.name}, ${fault}, pressed ${again}: one effect, and the page says only what it knows ${tag}`, async ({
    site,
    browser,
  }) => {
    await run(write, { fault, again }, site, browser)
  })
}

async function run(
  write: Write,
  { fault, again }: { fault: Fault; again: Again },
  site: Site,
  browser: Browser,
): Promise<void> {
  const { page, press } = await write.open(site, browser)
  const context = page.context()
  const isOfflineFirst = fault === 'offline before'
  const mend = isOfflineFirst ? async () => {} : await breakAnswers(page, write, fault)
  if (isOfflineFirst) await leaveNetwork(page)
  const sent = isOfflineFirst
    ? null
    : page.waitForRequest(
        (request) => request.method() === write.method && write.path.test(request.url()),
      )
  await press()
  await sent
  let pressed = 1
  const pressAgain = async () => {
    // A page that is busy, or that knows it by itself, has no such button.
    page.setDefaultTimeout(5000)
    const hasPressed = await press().then(
      () => true,
      () => false,
    )
    page.setDefaultTimeout(0)
    if (hasPressed) pressed += 1
  }
  if (fault === 'offline between two presses') await context.setOffline(true)
  if (again === 'early') {
    await page.waitForTimeout(4000)
    await pressAgain()
  }
  const hasHappened = !isOfflineFirst && fault !== 'silence before the deed'
  const known = findWaiting(page, fault).or(write.done(page)).filter({ visible: true }).first()
  await expect(known).toBeVisible({ timeout: 150_000 })
  if (again === 'late') await pressAgain()
  if (hasHappened) await expect(page.getByText(notDone)).toHaveCount(0)

  await mend()
  await context.setOffline(false)
  // A request that is on its way may be silent for 15 s, and the page asks again 4 s later.
  const ends = write.staysUnknown ? write.done(page).or(page.getByText(notKnown)) : write.done(page)
  await expect(ends.first()).toBeVisible({ timeout: 40_000 })
  // The page shows a toggled star before its answer is there: what it wishes is true after 15 s.
  if (write.toggles) await page.waitForTimeout(15_000)
  for (const sentence of [notDone, ...(write.staysUnknown ? [] : [notKnown]), notYet])
    await expect(page.getByText(sentence)).toHaveCount(0)
  expect(listCounts(write, fault, pressed)).toContain(await write.count(site, page))
  if (page !== site.page) await context.close()
}

function findWaiting(page: Page, fault: Fault): Locator {
  if (fault === 'offline before') return page.getByText(notYet)
  // A page that may read what is there knows that it is not done.
  if (fault === 'silence before the deed')
    return page.getByText(notKnown).or(page.getByText(notYet))
  return page.getByText(notKnown)
}

async function leaveNetwork(page: Page): Promise<void> {
  // What a press opens has arrived. A page may go on asking.
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => {})
  await page.context().setOffline(true)
}

function listCounts(write: Write, fault: Fault, pressed: number): number[] {
  // The site may never have received a write of which nobody knows the end.
  if (write.staysUnknown && fault === 'silence before the deed') return [0, 1]
  return [write.toggles && pressed % 2 === 0 ? 0 : 1]
}

/** Loses every answer to this write until it is mended. Reads pass. */
async function breakAnswers(page: Page, { method, path }: Write, fault: Fault) {
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    if (fault !== 'silence before the deed') await route.fetch().catch(() => {})
    if (fault.startsWith('silence')) return
    if (fault.startsWith('reset')) return route.abort('connectionreset')
    await route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' })
  })
  return () => page.unroute(path)
}

function press(page: Page, name: string | RegExp): () => Promise<void> {
  return () => page.getByRole('button', { name }).first().click()
}

async function openGalleryOfOne({ signUp, generateDesign, openGallery }: Site): Promise<void> {
  await signUp()
  await generateDesign('Une hirondelle')
  await openGallery()
}

/** Opens the card of a new design, where links are made. */
async function openCard(site: Site): Promise<void> {
  const { page } = site
  await openGalleryOfOne(site)
  await page.getByRole('img', { name: /^Une hirondelle/ }).click()
  await page.getByRole('link', { name: 'Fiche' }).click()
  await expect(page.getByRole('button', { name: 'Créer un lien' })).toBeVisible()
}

async function createLink(site: Site): Promise<string> {
  await openCard(site)
  await site.page.getByRole('button', { name: 'Créer un lien' }).click()
  return site.page.getByLabel('Adresse à envoyer').inputValue()
}

test('two tabs lose neither text, and each says what the other has saved @matrix', async ({
  site,
  context,
}) => {
  const { page } = site
  await openCard(site)
  const other = await context.newPage()

  await test.step('notes', async () => {
    await other.goto(page.url())
    const notesOf = (tab: Page) => tab.getByRole('textbox', { name: /^Notes/ })
    await expect(notesOf(other)).toBeVisible()
    await notesOf(other).fill('Côté intérieur')
    await expect(other.getByText('Enregistré', { exact: true })).toBeVisible()
    await notesOf(page).fill('Avant-bras gauche')
    await expect(page.getByText('Un autre onglet a changé vos notes entre-temps')).toBeVisible()
    await expect(page.getByText('Côté intérieur')).toBeVisible()
    await expect(notesOf(page)).toHaveValue('Avant-bras gauche')
    await press(page, 'Garder le mien')()
    await expect(page.getByText('Enregistré', { exact: true })).toBeVisible()
    await comesIntoView(other)
    await expect(notesOf(other)).toHaveValue('Avant-bras gauche')
  })

  await test.step('the name', async () => {
    const tabs = [page, other]
    for (const tab of tabs) {
      await tab.goto('/profile')
      await press(tab, 'Modifier le profil')()
      await tab.getByRole('textbox', { name: 'Nom' }).fill(tab === page ? 'Louise' : 'Dominique')
    }
    await press(other, 'Enregistrer')()
    await expect(other.getByRole('heading', { level: 1, name: 'Dominique' })).toBeVisible()
    await press(page, 'Enregistrer')()
    await expect(page.getByRole('heading', { level: 1, name: 'Louise' })).toBeVisible()
    await comesIntoView(other)
    await expect(other.getByRole('heading', { level: 1, name: 'Louise' })).toBeVisible()
  })

  await test.step('a design that the other tab has deleted', async () => {
    for (const tab of [page, other]) {
      await tab.goto('/gallery')
      await expect(tab.getByRole('article')).toHaveCount(1)
    }
    await press(other, /^Supprimer/)()
    await other.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click()
    await expect(other.getByRole('article')).toHaveCount(0)
    await comesIntoView(page)
    await expect(page.getByRole('article')).toHaveCount(0)
  })
})

/** A headless browser keeps every tab in view: the event of one that comes back is sent by hand. */
async function comesIntoView(tab: Page): Promise<void> {
  await tab.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}
