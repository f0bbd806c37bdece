import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createToken, getStatus, promote, type Registry } from '@encre/releases'
import { withBrowser } from '@encre/releases/browser'
import { UploadedFiles } from '@encre/releases/registry'
import type { Browser } from '@playwright/test'
import * as z from 'zod/mini'
import { signUp } from '../../shell/e2e/fixtures.ts'
import { createRepository } from '../elsewhere/remote-elsewhere.ts'
import { freePortPair } from '../lib/new-site.ts'
import { findChromium } from '../lib/programs.ts'
import { readPlainWords, say } from '../lib/run-command.ts'
import { readSecrets } from '../lib/settings.ts'
import { copyTree } from '../lib/testing/copy-tree.ts'
import { startSiteOf, stopGroup } from '../lib/testing/running-site.ts'
import { runSteps, step } from '../lib/testing/steps.ts'
import { waitForOutput } from '../lib/testing/wait-for-output.ts'
import { bindFeature } from '../new/stamp-feature.ts'

readPlainWords(
  `npm test -- --long elsewhere    a remote of another repository, from packed packages to members' screens`,
)
await runSteps(() => withBrowser(findChromium(say), releaseFromElsewhere))

/** A team's repository beside a copy of this one, whose site binds the team's worker. */
async function releaseFromElsewhere(browser: Browser): Promise<void> {
  using scratch = mkdtempDisposableSync(join(tmpdir(), 'encre-elsewhere-'))
  const folder = join(scratch.path, 'artists')
  const tree = join(scratch.path, 'encre')
  const port = await freePortPair()
  const data = join(tree, '.data', String(port))
  const origin = `http://localhost:${port}`
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    CI: 'true',
    NODE_OPTIONS: '',
    NODE_ENV: '',
    ENCRE_ORIGIN: origin,
    WRANGLER_REGISTRY_PATH: join(data, 'registry'),
  }
  const npm = (...words: string[]) =>
    execFileSync('npm', words, {
      cwd: folder,
      encoding: 'utf8',
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    })

  await step('writes a repository with a remote, its worker and the packages', async () => {
    await createRepository({ name: 'artists', title: 'Artistes' }, folder)
    npm('install', '--no-audit', '--no-fund', '--include=dev')
  })
  await step('builds before the first commit, passes the compiler and its tests', () => {
    execFileSync('git', ['init', '--quiet'], { cwd: folder })
    npm('run', 'build')
    npm('run', 'check')
    npm('test')
  })
  const running: ChildProcess[] = []
  try {
    await step('runs the worker beside a site that binds it', async () => {
      copyTree(tree)
      bindFeature('artists', tree)
      running.push(await startWorker(folder, environment, port))
      assert.doesNotMatch(listDeployed(tree), /artists/)
      running.push(await startSiteOf(tree, environment, port))
    })
    const token = readSecrets(data).PLATFORM_TOKEN ?? ''
    await releaseVersions({ origin, token }, folder, { browser, npm, environment })
  } finally {
    for (const child of running) {
      await stopGroup(child)
    }
  }
}

async function startWorker(
  folder: string,
  environment: NodeJS.ProcessEnv,
  port: number,
): Promise<ChildProcess> {
  const tenant = `AUTH0_DOMAIN:http://localhost:${port + 1}`
  const words = ['run', 'worker', '--', '--port', '0', '--inspector-port', '0', '--var', tenant]
  const worker = spawn('npm', words, {
    cwd: folder,
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await waitForOutput(worker, 'Ready on')
  return worker
}

function listDeployed(tree: string): string {
  const program = `import { listDeployedWorkers } from './scripts/operate/deploy/environments.ts'
    console.log(listDeployedWorkers().join())`
  const words = ['--input-type=module', '--eval', program]
  return execFileSync(process.execPath, words, { cwd: tree, encoding: 'utf8' })
}

interface Team {
  browser: Browser
  npm: (...words: string[]) => string
  environment: NodeJS.ProcessEnv
}

async function releaseVersions(
  platform: Registry,
  folder: string,
  { browser, npm, environment }: Team,
): Promise<void> {
  const { origin } = platform
  const token = await createToken(platform, 'artists', 'artists team')
  environment.ENCRE_RELEASE_TOKEN = token
  const messages = join(folder, 'remotes/artists/src/messages.ts')
  const context = await browser.newContext({ locale: 'fr-FR', baseURL: origin })
  await signUp(await context.newPage(), origin)
  const read = async (link?: string) => {
    const page = await context.newPage()
    if (link) {
      await page.goto(link)
      await page.getByRole('button', { name: 'Ouvrir l’aperçu' }).click()
      await page.waitForURL('**/artists')
    }
    await page.goto(`${origin}/artists`)
    const text = await page.getByText(/^(Rien|Aucun artiste)/).textContent()
    await page.close()
    return text
  }

  await step('gives a first build to 10 %, and the platform gives it to everyone', async () => {
    npm('run', '--silent', 'release')
    const { canary } = await getStatus(platform, 'artists')
    assert.equal(canary?.share, 10)
    const version = canary?.version ?? ''
    await promote(platform, 'artists', { version, reason: 'the test of another repository' })
    assert.equal(await read(), 'Rien à afficher.')
  })
  await step('a preview shows the next version to whoever has the link', async () => {
    const text = readFileSync(messages, 'utf8')
    writeFileSync(messages, text.replace('Rien à afficher.', 'Aucun artiste.'))
    npm('run', 'build')
    const printed = npm('run', '--silent', 'release', '--', 'preview')
    // Before the link stands what visitors will see differently.
    assert.match(printed, /Rien à afficher\..*Aucun artiste\./)
    const link = printed.split('\n').find((line) => line.startsWith('http'))
    assert.equal(await read(link), 'Aucun artiste.')
  })
  await step('a build that leaves a listener behind is refused, as in this repository', () =>
    refuseLeftListener(folder, npm, environment),
  )
  await step(
    'the next release starts as a canary, its status says so, and a rollback ends it',
    async () => {
      assert.match(npm('run', '--silent', 'release'), /^artists: 10 % get /m)
      assert.match(npm('run', '--silent', 'release', '--', 'status'), /^canary +\S+ for 10 %/m)
      assert.match(
        npm('run', '--silent', 'release', '--', 'rollback'),
        /^artists: .* Everyone has /,
      )
      assert.equal((await getStatus(platform, 'artists')).canary, null)
    },
  )
  await step('the source maps of both versions are stored, and none is served', async () => {
    const { versions } = await getStatus(platform, 'artists')
    assert.equal(versions.length, 2)
    for (const { version } of versions) {
      const answer = await fetch(`${origin}/api/releases/artists/${version}/maps`, {
        headers: { authorization: `Bearer ${token}` },
      })
      const { files } = z.parse(UploadedFiles, await answer.json())
      assert.ok(Object.hasOwn(files, 'remote-entry.js.map'))
      assert.equal(
        (await fetch(`${origin}/remotes/artists/${version}/remote-entry.js.map`)).status,
        404,
      )
    }
  })
  await step('the token of this team releases nothing else', async () => {
    await assert.rejects(getStatus({ ...platform, token }, 'gallery'), /403/)
  })
}

function refuseLeftListener(
  folder: string,
  npm: Team['npm'],
  environment: NodeJS.ProcessEnv,
): void {
  const remote = join(folder, 'remotes/artists/src/remote.tsx')
  const text = readFileSync(remote, 'utf8')
  const listening = "$&\n  globalThis.addEventListener?.('resize', () => {})"
  writeFileSync(remote, text.replace(/function EntriesPage.*/, listening))
  npm('run', 'build')
  const { stderr } = spawnSync('npm', ['run', '--silent', 'release'], {
    cwd: folder,
    encoding: 'utf8',
    env: environment,
  })
  assert.match(stderr, /artists is not released:/)
  assert.match(stderr, /after it was left.*resize/)
  writeFileSync(remote, text)
  npm('run', 'build')
}
