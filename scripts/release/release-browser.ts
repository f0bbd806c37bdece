import { type Browser, type BrowserContext, chromium } from '@playwright/test'

/** An account of the live site. */
export interface Member {
  email: string
  password: string
}

/** A page shows its failure panel after 12 s at the latest. The rest is for a busy machine. */
export const pageTimeoutMs = 30_000

// Playwright serves the page without a network address, and Chromium then blocks its requests to loopback: the tenant of a local site.
const flags = ['--no-sandbox', '--disable-gpu', '--disable-features=LocalNetworkAccessChecks']

/** Runs `work` with a browser of its own and then kills it: a page in an endless loop does not let the browser close. */
export async function withBrowser<Result>(executablePath: string, work: (browser: Browser) => Promise<Result>): Promise<Result> {
  const server = await chromium.launchServer({ executablePath, args: flags })
  try {
    return await work(await chromium.connect(server.wsEndpoint()))
  } finally {
    await server.kill()
  }
}

/** Signs in through the site's form. Resolves to true if the sign-in succeeds. */
export async function signIn(context: BrowserContext, origin: string, { email, password }: Member): Promise<boolean> {
  const page = await context.newPage()
  await page.goto(`${origin}/sign-in`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Mot de passe').fill(password)
  await page.getByRole('button', { name: 'Se connecter' }).click()
  const isSignedIn = await Promise.any([
    page.waitForURL('**/dashboard', { timeout: pageTimeoutMs }).then(() => true),
    page
      .getByRole('alert')
      .first()
      .waitFor({ timeout: pageTimeoutMs })
      .then(() => false),
  ]).catch(() => false)
  await page.close()
  return isSignedIn
}
