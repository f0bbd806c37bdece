import { existsSync } from 'node:fs'
import { isOnThisMachine } from '@encre/protocol/network'
import { type PageManifest, parsePageManifest } from '@encre/protocol/page-manifest'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'

export interface Member {
  email: string
  password: string
}

/** Most of it is for a busy machine. */
const pageTimeoutMs = 180_000

// Playwright serves the page without a network address, and Chromium then blocks its requests to
// loopback: the tenant of a local site.
const flags = ['--no-sandbox', '--disable-gpu', '--disable-features=LocalNetworkAccessChecks']

/** The headless shell comes first: it draws the same pages with a quarter less processor time. */
export function installedChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(':')
  const names =
    'chromium-headless-shell chromium chromium-browser google-chrome-stable google-chrome'
  const found = names.split(' ').flatMap((name) => folders.map((folder) => `${folder}/${name}`))
  return [process.env.CHROMIUM, chromium.executablePath(), ...found].find(
    (path) => path && existsSync(path),
  )
}

/**
 * Runs `work` with a browser of its own and then kills it: a page in an endless loop does not let
 * the browser close.
 */
export async function withBrowser<Result>(
  executablePath: string,
  work: (browser: Browser) => Promise<Result>,
): Promise<Result> {
  const server = await chromium.launchServer({ executablePath, args: flags })
  try {
    return await work(await chromium.connect(server.wsEndpoint()))
  } finally {
    await server.kill()
  }
}

export type Session = Awaited<ReturnType<BrowserContext['storageState']>>

/** What a signed-in browser has stored, or null if the site refuses the member. */
export async function signIn(
  browser: Browser,
  origin: string,
  { email, password }: Member,
): Promise<Session | null> {
  const context = await browser.newContext({ locale: 'fr-FR' })
  context.setDefaultTimeout(pageTimeoutMs)
  const page = await context.newPage()
  await page.goto(`${origin}/sign-in`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Mot de passe').fill(password)
  await page.getByRole('button', { name: 'Se connecter' }).click()
  const refusal = page.getByRole('alert').first().waitFor()
  const isSignedIn = await Promise.any([
    page.waitForURL('**/dashboard').then(() => true),
    refusal.then(() => false),
  ]).catch(() => false)
  const session = isSignedIn ? await context.storageState() : null
  await context.close()
  return session
}

/**
 * `ENCRE_MEMBER_EMAIL` and `ENCRE_MEMBER_PASSWORD`, else a new account if the site uses the
 * embedded tenant, else null.
 */
export async function findMember(origin: string): Promise<Member | null> {
  const { ENCRE_MEMBER_EMAIL: email, ENCRE_MEMBER_PASSWORD: password } = process.env
  if (email && password) return { email, password }
  const response = await fetch(`${origin}/api/releases/compositions/current`)
  const { auth } = parsePageManifest(await response.json())
  // Only the embedded tenant of a local site is on loopback, and its accounts belong to nobody.
  return isOnThisMachine(auth.domain) ? createMember(auth) : null
}

async function createMember({
  domain,
  clientId,
  connection,
}: PageManifest['auth']): Promise<Member> {
  const member = { email: 'release-check@encre.test', password: 'aiguille-fine-7' }
  // The tenant refuses the second sign-up: the account exists already.
  await fetch(`${domain}/dbconnections/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: clientId, connection, name: 'Release check', ...member }),
  })
  return member
}
