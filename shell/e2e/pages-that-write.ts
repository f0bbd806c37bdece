import type { Locator, Page } from '@playwright/test'
import { drawFile, expect, type Site, signIn } from './fixtures.ts'

export interface Press {
  page: Page
  button: Locator
  press(): Promise<void>
}

/** A write with a page of its own. */
export interface Write {
  name: string
  method: string
  path: RegExp
  /** Opens the page of the write. Returns it, and the button that sends it. */
  open(site: Site): Promise<Press>
  /** Shown once the page knows that it is done. */
  done(page: Page): Locator
  /** How often the write has had its effect, after the page was opened again. */
  count(site: Site, page: Page): Promise<number>
  /** The second press wishes the opposite of the first one. */
  toggles?: true
  /** Another device presses after this one: its wish is the last, and both show it in the end. */
  elsewhere?: { press(other: Page, address: string): Promise<void>; shown(page: Page): Locator }
  /** Nobody can be asked whether it is done: the page may go on saying that it does not know. */
  staysUnknown?: true
}

/** `testWrites` of each worker has every declared write; here are those with a page of their own. */
export const writes: Write[] = [
  {
    name: 'an answer of an artist',
    method: 'POST',
    path: /\/api\/gallery\/links\/[^/]+\/answers$/,
    async open(site) {
      const address = await createLink(site)
      const artist = await site.page.context().newPage()
      await artist.goto(address)
      await artist.getByRole('textbox', { name: 'Répondre' }).fill('Plus grand')
      return pressOf(artist, 'Envoyer')
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
      return pressOf(site.page, /^(Créer un|Nouveau) lien$/)
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
      return pressOf(page, 'Garder dans Mes Designs')
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
      return pressOf(page, 'Enregistrer')
    },
    done: (page) => page.getByRole('heading', { level: 1, name: 'Camille Durand' }),
    elsewhere: {
      async press(other, address) {
        await other.goto(address)
        await pressOf(other, 'Modifier le profil').press()
        await other.getByRole('textbox', { name: 'Nom' }).fill('Dominique')
        await pressOf(other, 'Enregistrer').press()
        await expect(this.shown(other)).toBeVisible()
      },
      shown: (page) => page.getByRole('heading', { level: 1, name: 'Dominique' }),
    },
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
      const button = page.getByRole('button', { name: 'Delete my account' })
      return {
        page,
        button,
        async press() {
          await button.click()
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
      return {
        page: site.page,
        button: notes,
        press: () => notes.fill('Avant-bras gauche'),
      }
    },
    done: (page) => page.getByText('Enregistré', { exact: true }),
    elsewhere: {
      async press(other, address) {
        await other.goto(address)
        await other.getByRole('textbox', { name: /^Notes/ }).fill('Côté intérieur')
        await expect(other.getByText('Enregistré', { exact: true })).toBeVisible()
      },
      shown: (page) => page.getByText('Un autre onglet a changé vos notes entre-temps'),
    },
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
      return pressOf(page, 'Générer')
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
      return pressOf(page, 'Créer un compte')
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
      return pressOf(page, 'Update Password')
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
      return pressOf(page, 'Envoyer le lien')
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
      return pressOf(site.page, /^Favori/)
    },
    done: (page) => page.getByRole('button', { name: /^Favori/ }),
    elsewhere: {
      async press(other, address) {
        const listed = other.waitForResponse('**/api/gallery/designs*')
        await other.goto(address)
        const star = other.getByRole('button', { name: /^Favori/ })
        // The first device may not have starred it.
        const isStarred = (await (await listed).json()).designs[0].favourite
        await expect(star).toHaveAttribute('aria-pressed', String(isStarred))
        for (const favourite of isStarred ? [false] : [true, false]) {
          const saved = other.waitForResponse('**/api/gallery/favourites')
          await star.click()
          expect((await saved).status()).toBe(204)
          await expect(star).toHaveAttribute('aria-pressed', String(favourite))
        }
      },
      shown: (page) => page.getByRole('button', { name: /^Favori/, pressed: false }),
    },
    async count(_, page) {
      await page.reload()
      await expect(page.getByRole('article').first()).toBeVisible()
      return page.getByRole('button', { name: /^Favori/, pressed: true }).count()
    },
  },
  {
    name: 'a deletion',
    method: 'DELETE, POST',
    path: /\/api\/gallery\/(designs\/[^/]+|deleted-designs)$/,
    async open(site) {
      await openGalleryOfOne(site)
      return pressOf(site.page, /^Supprimer/, 'Supprimer')
    },
    // The page says it to a screen reader too, and its notice goes by itself.
    done: (page) => page.getByText('Design supprimé').first(),
    elsewhere: {
      async press(other, address) {
        await other.goto(address)
        await expect(other.getByText(/^\d designs?$/)).toBeVisible()
        // The first device may not have deleted it.
        if ((await other.getByRole('article').count()) > 0) {
          await pressOf(other, /^Supprimer/, 'Supprimer').press()
          await expect(other.getByRole('button', { name: 'Annuler', exact: true })).toBeVisible()
        }
        await other.goto('/gallery?vue=supprimes')
        await pressOf(other, /^Restaurer/).press()
        await expect(other.getByRole('button', { name: /^Restaurer/ })).toHaveCount(0)
      },
      shown: (page) => page.getByRole('article'),
    },
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
      return pressOf(site.page, /^Révoquer le lien/, 'Révoquer')
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
      return pressOf(page, 'Prepare my data')
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

/** `confirmed`: the button of the dialog that the press opens. */
export function pressOf(page: Page, name: string | RegExp, confirmed?: string): Press {
  const button = page.getByRole('button', { name }).first()
  return {
    page,
    button,
    async press() {
      await button.click()
      if (confirmed) await page.getByRole('dialog').getByRole('button', { name: confirmed }).click()
    },
  }
}

/** Makes a design without the generator's page. */
async function createDesign({ page, signUp }: Site): Promise<string> {
  const asked = page.waitForRequest((request) => 'authorization' in request.headers())
  await signUp()
  const { authorization = '' } = (await asked).headers()
  const started = await page.request.post('/api/generator/generations', {
    headers: { authorization, 'idempotency-key': crypto.randomUUID() },
    data: {
      style: 'minimalist',
      size: 'medium',
      sizeDetail: null,
      placement: 'arm',
      placementDetail: null,
      colors: [],
      description: 'Une hirondelle',
      referenceId: null,
    },
  })
  expect(started.ok()).toBe(true)
  const findId = async () => {
    const answer = await page.request.get('/api/gallery/designs', { headers: { authorization } })
    return (await answer.json()).designs[0]?.id
  }
  await expect.poll(findId).toEqual(expect.any(String))
  return findId()
}

async function openGalleryOfOne(site: Site): Promise<void> {
  await createDesign(site)
  await site.page.goto('/gallery')
  await expect(site.page.getByRole('article')).toBeVisible()
}

/** Opens the card of a new design, where links are made. */
export async function openCard(site: Site): Promise<void> {
  await site.page.goto(`/gallery/${await createDesign(site)}?vue=fiche`)
  await expect(site.page.getByRole('button', { name: 'Créer un lien' })).toBeVisible()
}

async function createLink(site: Site): Promise<string> {
  await openCard(site)
  await site.page.getByRole('button', { name: 'Créer un lien' }).click()
  return site.page.getByLabel('Adresse à envoyer').inputValue()
}
