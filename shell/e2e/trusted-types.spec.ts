import { readPageManifest, replacePageManifest } from '@encre/protocol/page-manifest'
import { emptyPage } from '@encre/protocol/prerendered-page'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const violations = [/Trusted|violat|Content Security Policy/i]

test.describe('in a page', () => {
  test.use({ allowedErrors: violations })

  test('no code creates HTML, script text, foreign scripts, workers or a second policy', {
    tag: '@core',
  }, async ({ site }) => {
    const { page } = site
    await page.goto('/')
    const reported = page.waitForEvent('requestfinished', (request) =>
      request.url().endsWith('/api/releases/violations'),
    )
    const outcomes = await page.evaluate(() => {
      const attempt = (act: () => unknown) => {
        try {
          act()
          return 'done'
        } catch (error) {
          return error instanceof Error ? error.name : 'thrown'
        }
      }
      const script = document.createElement('script')
      return {
        html: attempt(() =>
          Object.assign(document.createElement('p'), { innerHTML: '<img src=x onerror=alert(1)>' }),
        ),
        scriptText: attempt(() => Object.assign(script, { text: 'alert(1)' })),
        foreign: attempt(() =>
          Object.assign(script, { src: 'https://elsewhere.example/static/x.js' }),
        ),
        worker: attempt(() => new Worker('/api/gallery/images/1')),
        blob: attempt(() => new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])))),
        policy: attempt(() => Reflect.get(window, 'trustedTypes').createPolicy('another', {})),
        own: attempt(() => Object.assign(script, { src: '/static/js/nothing.js' })),
      }
    })
    expect(
      Object.entries(outcomes).filter(([, outcome]) => !/^(Type|Eval)Error$/.test(outcome)),
    ).toEqual([['own', 'done']])
    expect((await (await reported).response())?.status()).toBe(204)
  })
})

test("in redirect mode the SDK's worker starts, and the member comes back from the tenant's page", async ({
  site,
  baseURL,
}) => {
  const { page } = site
  const account = await site.signUp()
  await page.getByRole('button', { name: 'Déconnexion' }).click()
  await expect(page.getByRole('link', { name: 'Connectez-vous' })).toBeVisible()
  await servePagesInRedirectMode(page, baseURL ?? '')

  const worker = page.waitForEvent('worker')
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Se connecter' }).click()
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Mot de passe').fill(account.password)
  await page.getByRole('button').click()
  await expect(page).toHaveURL(/\/dashboard$/)
  expect((await worker).url()).toMatch(/^blob:/)
  await expect(page.getByText('Get started by creating your first tattoo design')).toBeVisible()
})

/** The pages that a site with `AUTH0_SESSION=redirect` serves. */
async function servePagesInRedirectMode(page: Page, origin: string): Promise<void> {
  await page.route(`${origin}/**`, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch({ maxRedirects: 0 })
    const html = await response.text()
    const manifest = readPageManifest(html)
    const headers = response.headers()
    const policy =
      headers['content-security-policy']?.replace("worker-src 'self'", "worker-src 'self' blob:") ??
      ''
    return route.fulfill({
      response,
      headers: { ...headers, 'content-security-policy': policy },
      body: replacePageManifest(emptyPage(html), {
        ...manifest,
        auth: { ...manifest.auth, session: 'redirect' },
      }),
    })
  })
}
