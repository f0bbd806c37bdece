import { readFile } from 'node:fs/promises'
import {
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'

export { expect }

const clientId = 'encre-site'

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

export const memberPaths = ['/generator', '/gallery', '/dashboard', '/profile', '/settings']

/**
 * All cases of a test with the tag @matrix in `npm test -- --long journeys`, the first two in `npm
 * test`.
 */
export function sample<Case>(cases: readonly Case[]): readonly Case[] {
  return test.info().project.name === 'rest' ? cases : cases.slice(0, 2)
}

/** The file that a click on the button saves. */
export async function download(
  button: Locator,
): Promise<{ name: string; bytes: Buffer; url: string }> {
  const [file] = await Promise.all([button.page().waitForEvent('download'), button.click()])
  return {
    name: file.suggestedFilename(),
    bytes: await readFile(await file.path()),
    url: file.url(),
  }
}

/**
 * Holds requests back, so that the page shows its busy state. The returned function lets them
 * continue.
 */
export async function holdRequests(page: Page, url: string | RegExp): Promise<() => Promise<void>> {
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

/** Fills in the form of `/sign-in`, and sends it. */
export async function signIn(
  page: Page,
  { email, password }: Pick<Account, 'email' | 'password'>,
): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Mot de passe').fill(password)
  await page.getByRole('button', { name: 'Se connecter' }).click()
}

/** A drawing of two thick circles as a JPEG file, drawn by the browser. */
export async function drawFile(
  page: Page,
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const base64 = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 600, height: 800 })
    const context = canvas.getContext('2d')
    if (!context) throw new Error('the browser gives no canvas')
    context.fillStyle = '#fff'
    context.fillRect(0, 0, 600, 800)
    context.lineWidth = 8
    for (const radius of [100, 180]) {
      context.beginPath()
      context.arc(300, 400, radius, 0, 7)
      context.stroke()
    }
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? ''
  })
  return { name: 'Mon_croquis.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(base64, 'base64') }
}

/** Fingers on the page: their places at each moment. */
export async function touch(page: Page, moments: [number, number][][]) {
  const session = await page.context().newCDPSession(page)
  for (const [index, places] of moments.entries()) {
    const type = places.length > (moments[index - 1]?.length ?? 0) ? 'touchStart' : 'touchMove'
    await session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: places.map(([x, y], id) => ({ x, y, id })),
    })
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

export interface Account {
  name: string
  email: string
  password: string
}

export interface Site {
  page: Page
  /**
   * Creates an account and its session at the tenant, without the form that `journey.spec.ts` fills
   * in, and opens the dashboard.
   */
  signUp(account?: Partial<Account>): Promise<Account>
  generateDesign(description: string): Promise<void>
  openGallery(): Promise<void>
}

/** A page of the site. A console error or a request to another machine fails the test. */
export const test = base.extend<{ site: Site; allowedErrors: RegExp[] }>({
  allowedErrors: [[], { option: true }],
  site: async ({ page, allowedErrors, baseURL }, use) => {
    const complaints = recordComplaints(page)
    await use({
      page,
      signUp: (account) => signUp(page, baseURL ?? '', account),
      generateDesign: (description) => generateDesign(page, description),
      openGallery: () => openGallery(page),
    })
    expect(
      complaints.filter((complaint) => !allowedErrors.some((allowed) => allowed.test(complaint))),
    ).toEqual([])
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
    if (protocol.startsWith('http') && hostname !== 'localhost')
      complaints.push(`left the machine: ${request.url()}`)
  })
  return complaints
}

export async function signUp(
  page: Page,
  origin: string,
  given: Partial<Account> = {},
): Promise<Account> {
  const account = {
    name: 'Camille Martin',
    email: `camille-${crypto.randomUUID()}@encre.test`,
    password: 'aiguille-fine-7',
    ...given,
  }
  const tenant = `http://localhost:${Number(new URL(origin).port) + 1}`
  const connection = 'Username-Password-Authentication'
  const send = async (path: string, data: object) => {
    const response = await page.request.post(tenant + path, {
      headers: { origin },
      data: { client_id: clientId, ...data },
    })
    expect(response.ok(), path).toBe(true)
    return response.json()
  }
  await send('/dbconnections/signup', { connection, ...account })
  const { login_ticket } = await send('/co/authenticate', {
    username: account.email,
    password: account.password,
    realm: connection,
    credential_type: 'http://auth0.com/oauth/grant-type/password-realm',
  })
  const parameters = {
    client_id: clientId,
    redirect_uri: `${origin}/callback`,
    response_type: 'code',
    scope: 'openid profile email',
  }
  const challenge = {
    code_challenge: 'A'.repeat(43),
    code_challenge_method: 'S256',
    state: 'journey',
    login_ticket,
  }
  await page.request.get(
    `${tenant}/authorize?${new URLSearchParams({ ...parameters, ...challenge })}`,
    { maxRedirects: 0 },
  )
  await markAsMember(page.context(), origin)
  await page.goto('/dashboard')
  await expect(page.locator('main h1:not(#skeleton *)')).toBeVisible()
  return account
}

/** Sets the cookie of a browser whose member signed in earlier. It is no session. */
export async function markAsMember(context: BrowserContext, origin = ''): Promise<void> {
  await context.addCookies([
    { name: `auth0.${clientId}.is.authenticated`, value: 'true', url: origin },
  ])
}

export async function generateDesign(page: Page, description: string): Promise<void> {
  await page.getByRole('link', { name: 'Créer', exact: true }).click()
  await page.getByRole('textbox', { name: /idée/i }).fill(description)
  await page.getByRole('button', { name: 'Générer' }).click()
  await expect(page.getByRole('img', { name: new RegExp(description, 'i') })).toBeVisible({
    timeout: 30_000,
  })
}

async function openGallery(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Mes Designs' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Mes Designs/ })).toBeVisible()
}
