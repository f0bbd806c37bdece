import { createHash } from 'node:crypto'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Release } from '@encre/protocol/release'
import { findFileDefects, findReleaseDefects } from '@encre/releases/release-defects'
import { createRsbuild, loadConfig, mergeRsbuildConfig } from '@rsbuild/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { listFeatures } from './features.ts'
import { root } from './workspace.ts'

/** Secrets that a build must not copy from its environment. */
const secrets = [
  'OPENAI_API_KEY',
  'AUTH0_M2M_CLIENT_SECRET',
  'PLATFORM_TOKEN',
  'COMPOSITION_SECRET',
  'IMAGE_URL_SECRET',
  'METRICS_TOKEN',
  'ANALYTICS_TOKEN',
]
const secretOf = (name: string) => `secret-${name.toLowerCase()}`
const remotes = listFeatures()
/**
 * The largest sizes in bytes after gzip of the shell's files: the first one, the app beside React,
 * and the federation runtime. A little above what they are, so that growth is noticed.
 */
const hostBudgets = [
  ['index', 7_000],
  ['async/app', 30_000],
  ['async/federation', 20_300],
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
  return z.parse(
    Release,
    JSON.parse(readFileSync(join(scratch, 'remotes', name, 'release.json'), 'utf8')),
  )
}

it('puts no secret into a file for the browser', () => {
  const files = globSync('**/*.{js,css,html,json,txt,map}', { cwd: scratch })
  expect(files.length).toBeGreaterThan(10)
  const found = files.flatMap((file) => {
    const text = readFileSync(join(scratch, file), 'utf8')
    return secrets
      .filter((name) => text.includes(secretOf(name)) || text.includes(name))
      .map((name) => `${file}: ${name}`)
  })
  expect(found).toEqual([])
})

it.each(remotes)(
  'the registry accepts %s, whose entry needs a tree-shaken federation runtime',
  async (name) => {
    const release = readRelease(name)
    expect(release.scripts.length).toBeGreaterThan(0)
    expect(await findReleaseDefects(release)).toEqual([])
    expect(
      await findFileDefects(release, async (path) =>
        readFileSync(join(scratch, 'remotes', name, path)),
      ),
    ).toEqual([])
  },
)

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

it('lets Chromium compile what a remote needs while its files arrive', () => {
  const scripts = globSync('**/*.js', { cwd: scratch })
  const hinted = scripts.filter((file) =>
    readFileSync(join(scratch, file), 'utf8').startsWith('//# allFunctionsCalledOnLoad\n'),
  )
  const names = hinted.map((file) => file.replace(/\.\w+\.js$/, '.js')).sort()
  expect(names).toEqual([
    ...remotes.flatMap((name) => [
      `remotes/${name}/async/remote.js`,
      `remotes/${name}/remote-entry.js`,
    ]),
    'shell/static/js/async/federation.js',
  ])
})

it.each(remotes)('the pages of %s that need a member have a skeleton', (name) => {
  const { routes, skeletons = {} } = readRelease(name)
  const members = routes.filter(({ access }) => access === 'member').map(({ path }) => path)
  expect(Object.keys(skeletons)).toEqual(expect.arrayContaining(members))
})

interface LoadedScript {
  chunk: string
  /** `script`: runs when the page is read. `preload`: is only downloaded. */
  kind: 'script' | 'preload'
  isLate: boolean
}

/**
 * The scripts of a prerendered page by chunk. The order does not matter: a browser starts all of
 * them, the late ones last.
 */
function readScripts(page: string): LoadedScript[] {
  const html = readFileSync(join(scratch, 'shell/pages', page), 'utf8')
  const elements = html.match(/<(?:link|script) [^>]*>/g) ?? []
  const scripts = elements.flatMap((element) => {
    const chunk = /"\/static\/js\/(?:async\/)?([a-z0-9-]+)\./.exec(element)?.[1]
    const kind = element.startsWith('<script') ? 'script' : 'preload'
    return chunk ? [{ chunk, kind, isLate: element.includes('fetchpriority="low"') } as const] : []
  })
  return scripts.sort((one, other) => one.chunk.localeCompare(other.chunk))
}

it("loads first what a visitor's home page needs", () => {
  expect(readScripts('home.visitor.html')).toEqual([
    { chunk: 'app', kind: 'preload', isLate: false },
    { chunk: 'examples', kind: 'preload', isLate: false },
    { chunk: 'index', kind: 'script', isLate: false },
    { chunk: 'react', kind: 'preload', isLate: false },
  ])
})

it("reads a member's session first, and loads late what shows the page of a remote", () => {
  expect(readScripts('remote.member.html')).toEqual([
    { chunk: 'app', kind: 'preload', isLate: true },
    { chunk: 'auth0', kind: 'preload', isLate: true },
    { chunk: 'federation', kind: 'preload', isLate: true },
    { chunk: 'index', kind: 'script', isLate: false },
    { chunk: 'react', kind: 'preload', isLate: true },
    { chunk: 'session', kind: 'script', isLate: false },
  ])
})

const SourceMap = z.object({ sources: z.array(z.string()) })

/**
 * The copies of an installed package in all builds: in which script, and from which folder. The
 * source maps name every file of a script.
 */
function listCopies(name: string): string[] {
  const copies = globSync('**/*.js.map', { cwd: scratch }).flatMap((map) => {
    const { sources } = z.parse(SourceMap, JSON.parse(readFileSync(join(scratch, map), 'utf8')))
    const folder = `/node_modules/${name}/`
    const script = map.replace(/\.\w+\.js\.map$/, '')
    const installed = sources.filter((source) => source.includes(folder))
    return installed.map((source) => `${script} has ${basename(source.split(folder)[0] ?? '')}`)
  })
  return [...new Set(copies)]
}

it.each(['react', 'react-dom'])('builds one copy of %s, in the shell', (name) => {
  expect(listCopies(name)).toEqual([expect.stringMatching(`^shell/static/js/react has ${name}@`)])
})

it("builds one copy of Auth0's SDK, which a visitor's home page does not load", () => {
  // A message of the SDK: other packages of Auth0 contain copies that no source map shows.
  const message = 'auth0-spa-js must run on a secure origin'
  const scripts = globSync('**/*.js', { cwd: scratch })
  const withCopy = scripts.filter((file) =>
    readFileSync(join(scratch, file), 'utf8').includes(message),
  )
  expect(withCopy).toEqual([expect.stringMatching(/^shell\/static\/js\/async\/session\./)])
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
