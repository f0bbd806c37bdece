import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UploadedFiles } from '@encre/protocol/registry'
import { createToken, getStatus, promote } from '@encre/registry-client'
import type { Browser } from '@playwright/test'
import * as z from 'zod/mini'
import { createRepository, packPackages } from './elsewhere/remote-elsewhere.ts'
import { type NewSite, withNewSite } from './lib/new-site.ts'
import { findChromium } from './lib/programs.ts'
import { explainError, readPlainWords } from './lib/run-command.ts'
import { withBrowser } from './release/release-browser.ts'

readPlainWords(`npm test -- --long elsewhere    a remote of another repository, from packed packages to members' screens`)
const say = (sentence: string) => console.log(sentence)
let passed = 0
try {
  const executablePath = findChromium(say)
  await withNewSite(say, (site) => withBrowser(executablePath, (browser) => releaseFromElsewhere(site, browser)))
  say(`${passed} passed, 0 failed`)
} catch (error) {
  console.error(explainError(error))
  say(`${passed} passed, 1 failed`)
  process.exitCode = 1
}

async function releaseFromElsewhere({ origin, registry: platform, scratch }: NewSite, browser: Browser): Promise<void> {
  const folder = join(scratch, 'repository')
  const token = await createToken(platform, 'artists', 'artists team')
  const environment = { ...process.env, ENCRE_ORIGIN: origin, ENCRE_RELEASE_TOKEN: token, NODE_ENV: 'production' }
  const npm = (...words: string[]) =>
    execFileSync('npm', words, { cwd: folder, encoding: 'utf8', env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
  const read = async (path: string, link?: string) => {
    const context = await browser.newContext({ locale: 'fr-FR' })
    const page = await context.newPage()
    if (link) await page.goto(link)
    await page.goto(origin + path)
    await page.getByRole('button', { name: 'Compter' }).click()
    const text = await page.getByText('Vous avez').textContent()
    const title = await page.title()
    await context.close()
    return { text, title }
  }

  await step('packs the shared packages and installs them in another repository', async () => {
    createRepository(folder, await packPackages(join(scratch, 'packages')))
    npm('install', '--no-audit', '--no-fund', '--include=dev')
    commit(folder, 'the first version')
  })
  await step('passes the compiler and builds', () => {
    npm('run', 'check')
    npm('run', 'build')
  })
  await step('a first release starts as a canary too, which the platform may give to everyone', async () => {
    const [version = ''] = /[0-9a-f]{7}-[0-9a-f]{8}/.exec(npm('run', '--silent', 'release')) ?? []
    assert.deepEqual((await getStatus(platform, 'artists')).canary, { version, share: 5 })
    await promote(platform, 'artists', { version, reason: 'the test of another repository' })
    assert.deepEqual(await read('/artists'), { text: 'Vous avez compté 1 fois.', title: 'Artistes · Encre' })
  })
  await step('a preview shows the next version to whoever has the link', async () => {
    const path = join(folder, 'src/remote.tsx')
    writeFileSync(path, readFileSync(path, 'utf8').replace('Vous avez compté', 'Vous avez cliqué'))
    commit(folder, 'another sentence')
    npm('run', 'build')
    const [link = ''] = npm('run', '--silent', 'release', '--', 'preview').split('\n')
    assert.equal((await read('/artists', link)).text, 'Vous avez cliqué 1 fois.')
    assert.equal((await read('/artists')).text, 'Vous avez compté 1 fois.')
  })
  await step('the next release starts as a canary, and a rollback ends it', async () => {
    assert.match(npm('run', '--silent', 'release'), /^artists: 5 % get /)
    assert.equal((await getStatus(platform, 'artists')).canary?.share, 5)
    assert.match(npm('run', '--silent', 'release', '--', 'rollback'), /^artists: everyone has /)
    assert.equal((await getStatus(platform, 'artists')).canary, null)
  })
  await step('the source maps of both versions are stored, and none is served', async () => {
    const { versions } = await getStatus(platform, 'artists')
    assert.equal(versions.length, 2)
    for (const { version } of versions) {
      const answer = await fetch(`${origin}/api/releases/artists/${version}/maps`, { headers: { authorization: `Bearer ${token}` } })
      const { files } = z.parse(UploadedFiles, await answer.json())
      assert.ok(Object.hasOwn(files, 'remote-entry.js.map'))
      assert.equal((await fetch(`${origin}/remotes/artists/${version}/remote-entry.js.map`)).status, 404)
    }
  })
  await step('the token of this team releases nothing else', async () => {
    await assert.rejects(getStatus({ ...platform, token }, 'gallery'), /403/)
  })
}

async function step(name: string, run: () => void | Promise<void>): Promise<void> {
  const started = Date.now()
  await run()
  passed += 1
  say(`ok  ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
}

function commit(folder: string, message: string): void {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: folder, stdio: 'ignore' })
  git('init', '--quiet')
  git('add', '--all')
  git('-c', 'user.name=Team', '-c', 'user.email=team@artists.example', 'commit', '--quiet', '--message', message)
}
