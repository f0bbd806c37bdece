import { test as base, expect, type Page } from '@playwright/test'

export { expect }

/** The shell's pages that need neither a member nor the tenant's redirect. */
export const publicPaths = [
  '/',
  '/about',
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/mentions-legales',
  '/confidentialite',
  '/conditions',
  '/accessibilite',
]

/** The remotes' pages for members. */
export const memberPaths = ['/generator', '/gallery', '/dashboard', '/profile', '/settings']

/** All cases of a test with the tag @matrix in `npm test -- --long journeys`, the first two in `npm test`. */
export function sample<Case>(cases: readonly Case[]): readonly Case[] {
  return test.info().project.name === 'slow' ? cases : cases.slice(0, 2)
}

export interface Account {
  name: string
  email: string
  password: string
}

export interface Site {
  page: Page
  /** Creates an account through the site's form and waits for the dashboard. */
  signUp(account?: Partial<Account>): Promise<Account>
  signIn(account: Account): Promise<void>
  /** Generates a design with the default options and waits for its image. */
  generateDesign(description: string): Promise<void>
  openGallery(): Promise<void>
}

/** A page of the site. A console error or a request to another machine fails the test. */
export const test = base.extend<{ site: Site; allowedErrors: RegExp[] }>({
  allowedErrors: [[], { option: true }],
  site: async ({ page, allowedErrors }, use) => {
    const complaints = recordComplaints(page)
    await use({
      page,
      signUp: (account) => signUp(page, account),
      signIn: (account) => signIn(page, account),
      generateDesign: (description) => generateDesign(page, description),
      openGallery: () => openGallery(page),
    })
    expect(complaints.filter((complaint) => !allowedErrors.some((allowed) => allowed.test(complaint)))).toEqual([])
  },
})

function recordComplaints(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`))
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== 'localhost') complaints.push(`left the machine: ${request.url()}`)
  })
  return complaints
}

async function signUp(page: Page, given: Partial<Account> = {}): Promise<Account> {
  const account = { name: 'Camille Martin', email: `camille-${crypto.randomUUID()}@encre.test`, password: 'aiguille-fine-7', ...given }
  await page.goto('/sign-up')
  await page.getByLabel('Nom', { exact: true }).fill(account.name)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Mot de passe', { exact: true }).fill(account.password)
  await page.getByLabel('Confirmer le mot de passe').fill(account.password)
  await page.getByRole('button', { name: 'Créer un compte' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  return account
}

async function signIn(page: Page, account: Account): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Mot de passe').fill(account.password)
  await page.getByRole('button', { name: 'Se connecter' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
}

async function generateDesign(page: Page, description: string): Promise<void> {
  await page.getByRole('link', { name: 'Créer', exact: true }).click()
  await page.getByRole('textbox', { name: /idée/i }).fill(description)
  await page.getByRole('button', { name: 'Générer' }).click()
  await expect(page.getByRole('img', { name: new RegExp(description, 'i') })).toBeVisible({ timeout: 30_000 })
}

async function openGallery(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Mes Designs' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Mes Designs/ })).toBeVisible()
}
