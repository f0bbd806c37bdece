import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readPageManifest } from '@encre/protocol/page-manifest'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePortPair } from './ports.ts'
import { copyTree } from './testing/copy-tree.ts'

// A copy of the repository with one more feature: its two folders, and its binding in the shell's worker.
let tree: string
let site: ChildProcess
let origin: string

const files = {
  'remotes/price-list/package.json': JSON.stringify({ name: '@encre/price-list', type: 'module', dependencies: { react: 'catalog:' } }),
  'remotes/price-list/rsbuild.config.ts': `
    import { remoteConfig } from '@encre/build/rsbuild'
    const routes = [{ path: '/price-list', access: 'public' as const, lang: 'fr' as const, title: 'Tarifs' }]
    export default remoteConfig({ folder: import.meta.dirname, routes })`,
  'remotes/price-list/src/remote.tsx': 'export function Remote() { return <h1>Tarifs</h1> }',
  'workers/price-list/package.json': JSON.stringify({ name: '@encre/price-list-worker', type: 'module' }),
  'workers/price-list/wrangler.jsonc': JSON.stringify({
    name: 'encre-price-list',
    main: 'src/worker.js',
    compatibility_date: '2026-11-01',
  }),
  'workers/price-list/src/worker.js': `
    import { WorkerEntrypoint } from 'cloudflare:workers'
    export default class extends WorkerEntrypoint {
      fetch(request) {
        const { pathname } = new URL(request.url)
        if (pathname.endsWith('/health')) return new Response('ok price-list')
        if (pathname.endsWith('/contract')) return Response.json({ schemas: {}, paths: {} })
        return new Response('prices')
      }
      sweep() { return {} }
    }`,
  'workers/price-list/src/contract.ts': 'export {}',
}

beforeAll(async () => {
  tree = mkdtempSync(join(tmpdir(), 'encre-feature-'))
  copyTree(tree)
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), content)
  }
  const packages = 'remotes/gallery/node_modules'
  cpSync(join(tree, packages), join(tree, packages.replace('gallery', 'price-list')), { recursive: true, verbatimSymlinks: true })
  const config = join(tree, 'shell/wrangler.jsonc')
  const binding = '"services": [{ "binding": "PRICE_LIST", "service": "encre-price-list" },'
  writeFileSync(config, readFileSync(config, 'utf8').replace('"services": [', binding))

  const port = await freePortPair()
  origin = `http://localhost:${port}`
  site = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: tree,
    env: { ...process.env, NODE_OPTIONS: '', NODE_ENV: '', PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await waitFor(site, `Encre: ${origin}`)
}, 180_000)

afterAll(async () => {
  const ended = new Promise((resolve) => site.once('close', resolve))
  if (site.kill('SIGTERM')) await ended
  rmSync(tree, { recursive: true, force: true })
}, 20_000)

it('is built, released and served on its route', async () => {
  const page = await (await fetch(`${origin}/price-list`, { headers: { accept: 'text/html' } })).text()
  const remote = readPageManifest(page).remotes.find(({ name }) => name === 'price-list')
  const script = await fetch(`${origin}${remote?.current.base}${remote?.current.scripts[0]}`)
  expect(await script.text()).toContain('Tarifs')
})

it('answers under its path', async () => {
  expect(await (await fetch(`${origin}/api/price-list/prices`)).text()).toBe('prices')
})

it('appears in the health of the site', async () => {
  expect(await (await fetch(`${origin}/api/health`)).text()).toContain('ok price-list\n')
})

it('is checked: the types of its worker and its contract', () => {
  const program = `import { listChecks } from './scripts/check/check-tree.ts'
    console.log(JSON.stringify(listChecks().map(({ name }) => name)))`
  const names = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: tree, encoding: 'utf8' })
  expect(JSON.parse(names)).toEqual(
    expect.arrayContaining(['Env of workers/price-list', 'contract of price-list only grows', 'Env of workers/gallery']),
  )
})

function waitFor(child: ChildProcess, sentence: string): Promise<void> {
  let output = ''
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      output += chunk
      if (output.includes(sentence)) resolve()
    })
    child.on('close', () => reject(new Error(`the site ended without "${sentence}":\n${output}`)))
  })
}
