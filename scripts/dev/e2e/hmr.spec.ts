import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { root } from '@encre/build/workspace'
import { parsePageManifest } from '@encre/protocol/page-manifest'
import { chromium, type Page } from '@playwright/test'
import { test as base, expect, type Site } from '../../../shell/e2e/fixtures.ts'
import { shownVersion } from '../../../shell/e2e/open-page.ts'
import { freePortPair } from '../../lib/new-site.ts'
import type { startHmr } from '../hmr-server.ts'

// Starts the dev proxy of `npm run dev generator` for the site under test. The test edits a copy of
// the remote, so the repository never changes.
const test = base.extend<{ remote: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright derives the needed fixtures from the pattern.
  remote: async ({}, use) => {
    const tree = mkdtempSync(join(tmpdir(), 'encre-hmr-'))
    await use(copyRemote('generator', tree))
    rmSync(tree, { recursive: true })
  },
  page: async ({ remote, baseURL, locale, launchOptions }, use) => {
    const port = await freePortPair()
    const server = await startServer({
      port,
      site: baseURL ?? '',
      guest: null,
      remotes: { generator: remote },
      buildPort: await freePortPair(),
    })
    // A session belongs to the site's origin, so the page keeps that origin and the browser
    // connects to the dev proxy.
    const map = `--host-resolver-rules=MAP ${new URL(baseURL ?? '').host} localhost:${port}`
    const browser = await chromium.launch({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), map],
    })
    await use(await browser.newPage({ ...(baseURL && { baseURL }), ...(locale && { locale }) }))
    await browser.close()
    server.disconnect()
    await once(server, 'exit')
  },
})

test('shows an edit of a remote without a reload, and keeps what a member typed', async ({
  site,
  remote,
}) => {
  test.setTimeout(120_000)
  const { page } = site
  await signUpOnce(site)
  await expect
    .poll(() => shownVersion(page, 'account'))
    .toBe(readFileSync(join(root, 'remotes/account/dist/version.txt'), 'utf8'))
  await page.getByRole('link', { name: 'Créer', exact: true }).click()
  const idea = page.getByRole('textbox', { name: /idée/i })
  await idea.fill('Un loup hurlant')
  expect(await shownVersion(page, 'generator')).toBe('hmr')

  const source = join(remote, 'src/messages.ts')
  writeFileSync(
    source,
    readFileSync(source, 'utf8').replace(
      'Créez votre design de tatouage',
      'Créez votre dessin à vif',
    ),
  )
  await expect(
    page.getByRole('heading', { level: 1, name: 'Créez votre dessin à vif' }),
  ).toBeVisible({ timeout: 30_000 })
  await expect(idea).toHaveValue('Un loup hurlant')
  // The page's check for an update finds the same build.
  const answer = await page.evaluate(async () =>
    (await fetch('/api/releases/compositions/current')).json(),
  )
  const { remotes } = parsePageManifest(answer)
  expect(remotes.find(({ name }) => name === 'generator')?.current.version).toBe('hmr')
  expect(await isStillOpen(page)).toBe(true)
})

test.describe('after its correction, a mistake', () => {
  test.use({ allowedErrors: [/./] })
  test.setTimeout(120_000)

  const throws = (text: string) =>
    text.replace(
      /(export function GeneratorPage\(.*\{\n)/,
      "$1  if (shell) throw new Error('a mistake')\n",
    )
  const mistakes = [
    { name: 'throws', file: 'src/generator-page.tsx', edit: throws },
    {
      name: 'does not compile',
      file: 'src/messages.ts',
      edit: (text: string) => `const broken = {{\n${text}`,
    },
  ]
  for (const { name, file, edit } of mistakes) {
    test(`that ${name} leaves a page that was opened with it, without a reload`, async ({
      site,
      remote,
    }) => {
      const { page } = site
      const path = join(remote, file)
      const correct = readFileSync(path, 'utf8')
      const mistake = edit(correct)
      expect(mistake).not.toBe(correct)
      // The build is ready before the sign-up is.
      writeFileSync(path, mistake)
      await signUpOnce(site)
      // By keyboard: a pointer on the link already loads the remote, whose overlay would cover the
      // link.
      await page.getByRole('link', { name: 'Créer', exact: true }).press('Enter')
      await expect(page.getByRole('button', { name: 'Réessayer' })).toBeVisible({ timeout: 30_000 })
      await expect(page.getByText('Vérifiez votre connexion')).toBeHidden()
      writeFileSync(path, correct)
      await expect(
        page.getByRole('heading', { level: 1, name: /^Créez votre design/ }),
      ).toBeVisible({ timeout: 30_000 })
      expect(await isStillOpen(page)).toBe(true)
    })
  }
})

/** Signs up and marks the document, which a reload would replace. */
async function signUpOnce({ page, signUp }: Site): Promise<void> {
  await signUp()
  await page.evaluate(() => Object.assign(window, { openedOnce: true }))
}

function isStillOpen(page: Page): Promise<boolean> {
  return page.evaluate(() => 'openedOnce' in window)
}

/**
 * Copies a remote's sources into `tree`. Its packages are those of the repository. Returns the
 * folder of the copy.
 */
function copyRemote(name: string, tree: string): string {
  const folder = join(root, 'remotes', name)
  const copy = join(tree, 'remotes', name)
  cpSync(join(root, 'tsconfig.base.json'), join(tree, 'tsconfig.base.json'))
  symlinkSync(join(root, 'rsbuild.shared.ts'), join(tree, 'rsbuild.shared.ts'))
  cpSync(folder, copy, {
    recursive: true,
    filter: (from) => !/^(node_modules|dist|e2e)$/.test(basename(from)),
  })
  mkdirSync(join(copy, 'node_modules'))
  for (const entry of readdirSync(join(folder, 'node_modules'))) {
    if (!entry.startsWith('.'))
      symlinkSync(join(folder, 'node_modules', entry), join(copy, 'node_modules', entry))
  }
  return copy
}

/** Runs in a process of its own, which ends with this one. */
async function startServer(options: Parameters<typeof startHmr>[0]): Promise<ChildProcess> {
  const program = `import { startHmr } from './scripts/dev/hmr-server.ts'
    process.on('disconnect', () => process.exit())
    await startHmr(${JSON.stringify(options)})
    process.send('ready')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'development' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('the development builds ended')
    }),
  ])
  return child
}
