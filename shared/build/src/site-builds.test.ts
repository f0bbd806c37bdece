import { createHash } from 'node:crypto'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Release } from '@encre/protocol/release'
import { findFileDefects, findReleaseDefects } from '@encre/protocol/release-defects'
import { createRsbuild, loadConfig, mergeRsbuildConfig } from '@rsbuild/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { listFeatures } from './features.ts'
import { root } from './workspace.ts'

/** Secrets that a build must not copy from its environment. */
const secrets = ['OPENAI_API_KEY', 'AUTH0_M2M_CLIENT_SECRET', 'PLATFORM_TOKEN', 'COMPOSITION_SECRET', 'IMAGE_URL_SECRET', 'METRICS_TOKEN']
const secretOf = (name: string) => `secret-${name.toLowerCase()}`
const remotes = listFeatures()
/** The largest sizes in bytes after gzip of the shell's files: the first one, the app beside React, and the federation runtime. */
const hostBudgets = [
  ['index', 7_000],
  ['async/app', 27_000],
  ['async/federation', 19_000],
] as const
const folders = ['shell', ...remotes.map((name) => `remotes/${name}`)]
const scratch = mkdtempSync(join(tmpdir(), 'encre-build-'))

beforeAll(async () => {
  for (const name of secrets) process.env[name] = secretOf(name)
  for (const folder of folders) await build(folder)
}, 120_000)

afterAll(() => {
  for (const name of secrets) delete process.env[name]
  rmSync(scratch, { recursive: true, force: true })
})

function readRelease(name: string): Release {
  return z.parse(Release, JSON.parse(readFileSync(join(scratch, 'remotes', name, 'release.json'), 'utf8')))
}

it('puts no secret into a file for the browser', () => {
  const files = globSync('**/*.{js,css,html,json,txt,map}', { cwd: scratch })
  expect(files.length).toBeGreaterThan(10)
  const found = files.flatMap((file) => {
    const text = readFileSync(join(scratch, file), 'utf8')
    return secrets.filter((name) => text.includes(secretOf(name)) || text.includes(name)).map((name) => `${file}: ${name}`)
  })
  expect(found).toEqual([])
})

it.each(remotes)('the registry accepts %s, whose entry needs a tree-shaken federation runtime', async (name) => {
  const release = readRelease(name)
  expect(release.scripts.length).toBeGreaterThan(0)
  expect(await findReleaseDefects(release)).toEqual([])
  expect(await findFileDefects(release, async (path) => readFileSync(join(scratch, 'remotes', name, path)))).toEqual([])
})

it.each(hostBudgets)('keeps %s of the shell within its budget', (name, budget) => {
  const [file = ''] = globSync(`shell/static/js/${name}.*.js`, { cwd: scratch })
  expect(gzipSync(readFileSync(join(scratch, file))).length).toBeLessThanOrEqual(budget)
})

it('preloads the federation runtime with the attributes of its later load', () => {
  const [file = ''] = globSync('shell/static/js/async/federation.*.js', { cwd: scratch })
  const hash = createHash('sha384')
    .update(readFileSync(join(scratch, file)))
    .digest('base64')
  const link = `<link href="${file.replace('shell', '')}" rel="preload" as="script" integrity="sha384-${hash}" crossorigin="anonymous">`
  expect(readFileSync(join(scratch, 'shell/index.html'), 'utf8')).toContain(link)
})

it.each(remotes)('the pages of %s that need a member have a skeleton', (name) => {
  const { routes, skeletons = {} } = readRelease(name)
  const members = routes.filter(({ access }) => access === 'member').map(({ path }) => path)
  expect(Object.keys(skeletons)).toEqual(expect.arrayContaining(members))
})

it('loads first what a prerendered page needs, and late what only signing in needs', () => {
  const elements = /<(link|script) [^>]*"\/static\/js\/(?:async\/)?([a-z0-9-]+)\.[^>]*>/g
  const scripts = (file: string) =>
    [...readFileSync(join(scratch, 'shell', file), 'utf8').matchAll(elements)].map(
      ([element, tag, chunk]) => `${tag} ${chunk}${element.includes('fetchpriority="low"') ? ', low' : ''}`,
    )
  expect(scripts('pages/home.visitor.html')).toEqual(['script index', 'link app', 'link react', 'link examples'])
  const late = ['app', 'react', 'auth0', 'federation'].map((chunk) => `link ${chunk}, low`)
  expect(scripts('pages/remote.member.html')).toEqual(['script index', 'script session', ...late])
})

const copiesOf = (part: string) =>
  globSync('**/*.js', { cwd: scratch }).flatMap((file) => {
    const parts = readFileSync(join(scratch, file), 'utf8').split(part)
    return parts.slice(1).map(() => file.replace(/\.\w+\.js$/, ''))
  })

it('builds one copy of React, in the shell', () => {
  expect(new Set(copiesOf('__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'))).toEqual(new Set(['shell/static/js/react']))
})

it("builds one copy of Auth0's SDK, which a visitor's home page does not load", () => {
  expect(copiesOf('auth0-spa-js must run on a secure origin')).toEqual(['shell/static/js/async/session'])
})

async function build(folder: string): Promise<void> {
  const cwd = join(root, folder)
  const { content } = await loadConfig({ cwd })
  const config = mergeRsbuildConfig(content, {
    mode: 'production',
    logLevel: 'error',
    output: { distPath: { root: join(scratch, folder) } },
  })
  const rsbuild = await createRsbuild({ cwd, config })
  await rsbuild.build()
}
