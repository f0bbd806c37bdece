import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { chromium } from '@playwright/test'
import { freePortPair } from 'encre/scripts/free-ports'
import { root } from 'encre/scripts/version'
import { test as base, expect } from './fixtures.ts'
import { shownVersion } from './open-page.ts'

// What `npm run dev generator` puts in front of a site, in front of the one under test. What is edited is a copy: however this ends, the
// tree is as it was.
const test = base.extend<{ tree: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what is asked for.
  tree: async ({}, use) => {
    const tree = copyTree('remotes/generator')
    await use(tree)
    rmSync(tree, { recursive: true })
  },
  page: async ({ tree, baseURL, locale, launchOptions }, use) => {
    const port = await freePortPair()
    const live = await startLive(tree, { port, site: baseURL ?? '', remotes: ['generator'], buildPort: await freePortPair() })
    // Sessions belong to the site's origin: the page keeps it, and the browser goes to what stands in front.
    const map = `--host-resolver-rules=MAP ${new URL(baseURL ?? '').host} localhost:${port}`
    const browser = await chromium.launch({ ...launchOptions, args: [...(launchOptions.args ?? []), map] })
    await use(await browser.newPage({ baseURL, ...(locale && { locale }) }))
    await browser.close()
    live.disconnect()
    await once(live, 'exit')
  },
})

test('an edit of a live remote is on the screen without a reload, and what a member typed is still there', async ({ site, tree }) => {
  test.setTimeout(120_000)
  const { page } = site
  await site.signUp()
  await expect.poll(() => shownVersion(page, 'account')).toBe(readBuilt('account'))
  await page.getByRole('link', { name: 'Créer', exact: true }).click()
  const idea = page.getByRole('textbox', { name: /idée/i })
  await idea.fill('Un loup hurlant')
  expect(await shownVersion(page, 'generator')).toBe('live')
  await page.evaluate(() => Object.assign(window, { openedOnce: true }))

  const source = join(tree, 'remotes/generator/src/messages.ts')
  writeFileSync(source, readFileSync(source, 'utf8').replace('Créez votre design de tatouage', 'Créez votre dessin à vif'))
  await expect(page.getByRole('heading', { level: 1, name: 'Créez votre dessin à vif' })).toBeVisible({ timeout: 30_000 })
  await expect(idea).toHaveValue('Un loup hurlant')
  expect(await page.evaluate(() => 'openedOnce' in window)).toBe(true)
})

/** The tree with a copy of one folder, and of the scripts, which take the tree that they are in. */
function copyTree(folder: string): string {
  const tree = mkdtempSync(join(tmpdir(), 'encre-live-'))
  const builds = readdirSync(root).filter((name) => name.startsWith('rsbuild.'))
  for (const path of ['package.json', 'tsconfig.base.json', ...builds, 'scripts', folder]) {
    cpSync(join(root, path), join(tree, path), { recursive: true, filter: (from) => !/^(node_modules|dist|e2e)$/.test(basename(from)) })
  }
  for (const path of ['node_modules', 'shell']) symlinkSync(join(root, path), join(tree, path))
  const packages = join(folder, 'node_modules')
  mkdirSync(join(tree, packages))
  for (const name of readdirSync(join(root, packages))) {
    symlinkSync(name === 'encre' ? tree : join(root, packages, name), join(tree, packages, name))
  }
  return tree
}

/** In a process of its own, that ends with this one. */
async function startLive(
  tree: string,
  options: { port: number; site: string; remotes: string[]; buildPort: number },
): Promise<ChildProcess> {
  const program = `import { startLive } from './scripts/dev/live.ts'
    process.on('disconnect', () => process.exit())
    await startLive(${JSON.stringify(options)})
    process.send('ready')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: tree,
    env: { ...process.env, NODE_ENV: 'development' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('the live builds ended')
    }),
  ])
  return child
}

function readBuilt(remote: string): string {
  return readFileSync(join(root, 'remotes', remote, 'dist/version.txt'), 'utf8')
}
