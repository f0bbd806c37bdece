import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createPreview, getStatus } from '@encre/releases'
import type { Page } from '@playwright/test'
import { expect, test } from '../../../shell/e2e/fixtures.ts'
import { shownVersion } from '../../../shell/e2e/open-page.ts'
import { openRegistry, upload } from '../../../shell/e2e/registry.ts'
import { createVariant } from '../../../shell/e2e/variants.ts'
import { freePortPair } from '../../lib/new-site.ts'
import { copyTree } from '../../lib/testing/copy-tree.ts'

const registry = openRegistry()

/** What the browser shows of the gallery, and whether the page says that it is a preview. */
async function look(page: Page): Promise<{ version: string | undefined; hasBanner: boolean }> {
  await page.goto('/gallery')
  await expect(page.getByRole('heading', { level: 1, name: /Mes Designs/ })).toBeVisible()
  return { version: await shownVersion(page, 'gallery'), hasBanner: await banner(page).isVisible() }
}

async function openPreview(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('button', { name: 'Ouvrir l’aperçu' }).click()
}

function banner(page: Page) {
  return page.getByRole('complementary', { name: 'Aperçu' })
}

test('a preview link shows a version in one browser; another keeps the live one, without health reports', async ({
  site,
  browser,
  baseURL,
}) => {
  const { page } = site
  const live = (await getStatus(registry, 'gallery')).current ?? ''
  const version = `preview-${Date.now().toString(36)}`
  await upload(
    registry,
    await createVariant('gallery', version, (text) =>
      text.replaceAll('Mes Designs', 'Mes Designs, aperçu'),
    ),
  )
  const { url } = await createPreview(registry, 'gallery', { version })
  await site.signUp()
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    locale: 'fr-FR',
    storageState: await page.context().storageState(),
  })
  const other = await context.newPage()
  const reports: string[] = []
  page.on(
    'request',
    (request) => request.url().endsWith('/outcomes') && reports.push(request.postData() ?? ''),
  )

  await openPreview(page, url)
  await expect(page).toHaveURL(/\/gallery$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Mes Designs, aperçu' })).toBeVisible()
  expect(await shownVersion(page, 'gallery')).toBe(version)
  await expect(banner(page)).toContainText(`Aperçu de gallery, version ${version}.`)
  expect(await look(other)).toEqual({ version: live, hasBanner: false })

  await page.getByRole('link', { name: 'Tableau de bord' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(banner(page)).toBeVisible()
  await page.getByRole('button', { name: 'Quitter l’aperçu' }).click()
  await expect(banner(page)).toBeHidden()
  await expect(page).toHaveURL(/\/dashboard$/)
  expect(await look(page)).toEqual({ version: live, hasBanner: false })
  expect(reports).toEqual([])
  expect(await getStatus(registry, 'gallery')).toMatchObject({ current: live, canary: null })
  await context.close()
})

test('a preview link to a live build shows each edit after a reload', async ({ site }) => {
  test.setTimeout(120_000)
  const { page } = site
  const tree = mkdtempSync(join(tmpdir(), 'encre-live-'))
  copyTree(tree)
  const { child, url } = await startLivePreview(tree)
  try {
    await site.signUp()
    await openPreview(page, url)
    await expect(
      page.getByRole('heading', { level: 1, name: 'Mes Designs', exact: true }),
    ).toBeVisible()
    expect(await shownVersion(page, 'gallery')).toBe('live')
    await expect(banner(page)).toContainText(
      'Aperçu de gallery, en direct depuis http://localhost:',
    )

    const source = join(tree, 'remotes/gallery/src/messages.ts')
    writeFileSync(
      source,
      readFileSync(source, 'utf8').replace("'Mes Designs'", "'Mes Designs à vif'"),
    )
    const isShown = async () => {
      await page.reload()
      return page.getByRole('heading', { level: 1 }).textContent()
    }
    await expect.poll(isShown, { timeout: 60_000 }).toBe('Mes Designs à vif')
    await page.getByRole('button', { name: 'Quitter l’aperçu' }).click()
    await expect(
      page.getByRole('heading', { level: 1, name: 'Mes Designs', exact: true }),
    ).toBeVisible()
  } finally {
    child.kill('SIGTERM')
    await once(child, 'exit')
    rmSync(tree, { recursive: true, force: true })
  }
})

/** Runs `npm run release preview gallery -- --live` in `tree`, until it has printed its link. */
async function startLivePreview(tree: string): Promise<{ child: ChildProcess; url: string }> {
  const words = [
    'scripts/release/main.ts',
    'preview',
    'gallery',
    '--live',
    String(await freePortPair()),
  ]
  const environment = {
    ...process.env,
    ENCRE_ORIGIN: registry.origin,
    ENCRE_RELEASE_TOKEN: registry.token,
  }
  const child = spawn(process.execPath, words, {
    cwd: tree,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface(child.stdout)) {
    if (line.startsWith('http')) return { child, url: line }
  }
  throw new Error('the live build ended without a link')
}
