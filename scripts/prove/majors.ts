import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempDisposableSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findReactVersion } from '@encre/build/react-file'
import { withBrowser } from '@encre/releases/browser'
import { expect, type Page } from '@playwright/test'
import { signUp } from '../../shell/e2e/fixtures.ts'
import { freePortPair } from '../lib/new-site.ts'
import { findChromium } from '../lib/programs.ts'
import { readPlainWords, say } from '../lib/run-command.ts'
import { startSiteOf, stopGroup } from '../lib/testing/running-site.ts'
import { runSteps, step } from '../lib/testing/steps.ts'
import { stampArtists } from '../new/testing.ts'

readPlainWords(
  'npm test -- --long majors    remotes on two majors of React, and on none, while the shell moves to another',
)
await runSteps(proveMajors)

/** One copy of the repository, whose packages change their React between two starts of its site. */
async function proveMajors(): Promise<void> {
  using scratch = mkdtempDisposableSync(join(tmpdir(), 'encre-majors-'))
  const tree = join(scratch.path, 'encre')
  const port = await freePortPair()
  const origin = `http://localhost:${port}`
  const environment = { ...process.env, NODE_OPTIONS: '', NODE_ENV: '' }
  const own = findReactVersion(join(import.meta.dirname, '../../shell')) ?? ''
  const next = `${Number.parseInt(own, 10) + 1}.0.0`
  stampArtists(tree)
  giveReact(join(tree, 'remotes/artists'), join(tree, 'shell/reacts/18/node_modules'))
  const today = copyReact(join(tree, 'shell'), join(scratch.path, 'today'), own)
  const tomorrow = copyReact(join(tree, 'shell'), join(scratch.path, 'tomorrow'), next)

  let site: ChildProcess | undefined
  const restart = async () => {
    if (site) await stopGroup(site)
    site = await startSiteOf(tree, environment, port)
  }
  try {
    await withBrowser(findChromium(say), async (browser) => {
      const context = await browser.newContext({ locale: 'fr-FR', baseURL: origin })
      await context.addInitScript(recordReacts)
      const open = await context.newPage()
      const visit = async (path: string) => {
        const page = await context.newPage()
        await page.goto(path)
        const seen = await readReact(page)
        await page.close()
        return seen
      }
      await step('a remote on React 18 stands beside the others', async () => {
        await restart()
        await signUp(open, origin)
        await open.goto('/artists')
        assert.equal(await readReact(open), '18.3.1')
        await goTo(open, '/gallery')
        assert.equal(await readReact(open), `${own} (shell)`)
        await goTo(open, '/artists')
        assert.equal(await open.evaluate(() => document.activeElement?.tagName), 'H1')
        assert.equal(await open.title(), 'Artistes · Encre')
      })
      await step(
        'a remote moves to another major before the shell, also in an open page',
        async () => {
          keepReact(tree, tomorrow)
          giveReact(join(tree, 'remotes/account'), tomorrow)
          await restart()
          assert.equal(await visit('/profile'), next)
          await expect
            .poll(async () => {
              await goTo(open, '/artists')
              await goTo(open, '/profile')
              return readReact(open)
            })
            .toBe(next)
        },
      )
      await step('the shell follows, and no other release changes', async () => {
        const before = await listVersions(origin)
        rmSync(join(tree, 'shell/reacts', next.split('.')[0] ?? ''), { recursive: true })
        keepReact(tree, today)
        giveReact(join(tree, 'shell'), tomorrow)
        await restart()
        assert.deepEqual(await listVersions(origin), before)
        assert.equal(await visit('/profile'), `${next} (shell)`)
        assert.equal(await visit('/gallery'), own)
        assert.equal(await visit('/artists'), '18.3.1')
      })
      await step('the page that was open since then goes on', async () => {
        for (const [path, react] of [
          ['/gallery', `${own} (shell)`],
          ['/artists', '18.3.1'],
          ['/profile', next],
        ] as const) {
          await goTo(open, path)
          assert.equal(await readReact(open), react)
        }
      })
      await step('a remote without React', async () => {
        writeWithoutReact(join(tree, 'remotes/artists'))
        await restart()
        assert.equal(await visit('/artists'), 'none')
      })
    })
  } finally {
    if (site) await stopGroup(site)
  }
}

/** A copy of a package's React that says to be this version, as the next major one will. */
function copyReact(folder: string, copy: string, version: string): string {
  const modules = join(copy, 'node_modules')
  const react = realpathSync(join(folder, 'node_modules/react'))
  const reactDom = realpathSync(join(folder, 'node_modules/react-dom'))
  const scheduler = realpathSync(join(dirname(reactDom), 'scheduler'))
  for (const [name, path] of Object.entries({ react, 'react-dom': reactDom, scheduler })) {
    cpSync(path, join(modules, name), { recursive: true })
  }
  const own = findReactVersion(folder) ?? ''
  for (const file of globSync('{react,react-dom}/{package.json,cjs/*.js}', { cwd: modules })) {
    const path = join(modules, file)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(`"${own}"`, `"${version}"`))
  }
  return modules
}

function giveReact(folder: string, modules: string): void {
  for (const name of ['react', 'react-dom']) {
    const link = join(folder, 'node_modules', name)
    rmSync(link, { recursive: true, force: true })
    symlinkSync(realpathSync(join(modules, name)), link)
  }
  // A build whose sources have not changed would be skipped.
  writeFileSync(join(folder, 'react.txt'), modules)
}

/** Adds a React to those that the shell keeps for remotes. */
function keepReact(tree: string, modules: string): void {
  const version = findReactVersion(dirname(modules)) ?? ''
  const folder = join(tree, 'shell/reacts', version.split('.')[0] ?? '')
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{}')
  giveReact(folder, modules)
}

function writeWithoutReact(folder: string): void {
  for (const file of ['node_modules/react', 'node_modules/react-dom', 'skeletons.tsx', 'src']) {
    rmSync(join(folder, file), { recursive: true })
  }
  mkdirSync(join(folder, 'src'))
  writeFileSync(
    join(folder, 'src/remote.ts'),
    `export function mount(element: HTMLElement) {
      element.append(Object.assign(document.createElement('h1'), { textContent: 'Artistes' }))
      return { update() {}, unmount() { element.replaceChildren() } }
    }`,
  )
}

/** Goes to a page of the site without a reload, as a link does. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href })
    document.body.append(link)
    link.click()
    link.remove()
  }, path)
  await page.waitForURL(`**${path}`)
}

/** React tells its developer tools which root it has rendered. The element of the root keeps it. */
function recordReacts(): void {
  const versions: string[] = []
  const hook = {
    supportsFiber: true,
    inject: ({ version }: { version: string }) => versions.push(version) - 1,
    onCommitFiberRoot(id: number, root: { containerInfo: HTMLElement }) {
      root.containerInfo.dataset.react = versions[id] ?? ''
    },
    onPostCommitFiberRoot() {},
    onCommitFiberUnmount() {},
  }
  Object.assign(globalThis, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook })
}

/** Which React renders the page's heading: a version, with `(shell)` if it is in the shell's tree. */
async function readReact(page: Page): Promise<string> {
  const heading = page.locator('main h1')
  await page.locator('#skeleton').waitFor({ state: 'detached' })
  await expect(heading).not.toHaveText('Cette page n’a pas pu être chargée')
  return heading.evaluate((element) => {
    if (!Object.keys(element).some((key) => key.startsWith('__reactFiber$'))) return 'none'
    const root = element.closest<HTMLElement>('[data-react]')
    return `${root?.dataset.react}${root?.id === 'root' ? ' (shell)' : ''}`
  })
}

async function listVersions(origin: string): Promise<string[]> {
  const manifest = await (await fetch(`${origin}/api/releases/compositions/current`)).json()
  return manifest.remotes.map((remote: { current: { base: string } }) => remote.current.base)
}
