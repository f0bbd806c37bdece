import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '@encre/build/workspace'
import { test as base, expect } from '../../shell/e2e/fixtures.ts'
import { freePortPair } from '../lib/new-site.ts'
import { readSecrets } from '../lib/settings.ts'
import { waitForOutput } from '../lib/testing/wait-for-output.ts'
import { stampArtists } from './testing.ts'

// A copy of the repository with one more feature, as `npm run new artists` writes it, and its own
// site.
const test = base.extend<{ tree: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright derives the needed fixtures from the pattern.
  tree: async ({}, use) => {
    base.setTimeout(240_000)
    const tree = mkdtempSync(join(tmpdir(), 'encre-new-feature-'))
    stampArtists(tree)
    await use(tree)
    rmSync(tree, { recursive: true, force: true })
  },
  baseURL: async ({ tree }, use) => {
    const port = await freePortPair()
    const site = spawn(process.execPath, ['scripts/start.ts'], {
      cwd: tree,
      env: { ...process.env, NODE_OPTIONS: '', NODE_ENV: '', PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await waitForOutput(site, `Encre: http://localhost:${port}`)
    await use(`http://localhost:${port}`)
    const ended = once(site, 'close')
    if (site.kill('SIGTERM')) await ended
  },
})

test('is a page of the site, built, released and checked, with one row and two bindings', async ({
  site,
  tree,
  baseURL,
}) => {
  const origin = baseURL ?? ''
  expect(listChangedFiles(tree)).toEqual([
    'shared/worker/src/features.ts',
    'shell/wrangler.jsonc',
    'workers/account/wrangler.jsonc',
  ])
  expect(await (await fetch(`${origin}/api/health/deep`)).text()).toContain('ok artists\n')

  const { page } = site
  await site.signUp()
  await page.getByRole('link', { name: 'Artistes', exact: true }).click()
  await expect(page).toHaveURL(/\/artists$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Artistes' })).toBeVisible()
  await expect(page.getByText('Rien à afficher.')).toBeVisible()
  // The page shows before its code runs.
  expect(await (await page.request.get('/artists')).text()).toMatch(/<h1[^>]*>Artistes<\/h1>/)

  // The team's first release.
  const messages = join(tree, 'remotes/artists/src/messages.ts')
  writeFileSync(
    messages,
    readFileSync(messages, 'utf8').replace('Rien à afficher.', 'Aucun artiste pour le moment.'),
  )
  const said = await promisify(execFile)(
    process.execPath,
    ['scripts/release/main.ts', 'artists', '--all', '--reason', 'its first page'],
    {
      cwd: tree,
      env: {
        ...process.env,
        NO_COLOR: undefined,
        ENCRE_ORIGIN: origin,
        ENCRE_RELEASE_TOKEN: readSecrets(join(tree, '.data', new URL(origin).port)).PLATFORM_TOKEN,
      },
    },
  )
  expect(said.stdout).toContain('artists: everyone gets')
  await page.reload()
  await expect(page.getByText('Aucun artiste pour le moment.')).toBeVisible()
})

function listChangedFiles(tree: string): string[] {
  const files = execFileSync('git', ['ls-files', 'shared', 'shell', 'scripts', 'workers/account'], {
    cwd: root,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
  return files.filter(
    (file) => !readFileSync(join(root, file)).equals(readFileSync(join(tree, file))),
  )
}
