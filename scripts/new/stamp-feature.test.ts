import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { features } from '@encre/worker/features'
import { beforeEach, expect, it } from 'vitest'
import { findChangedMigrations } from '../check/frozen-migrations.ts'
import { createFolder } from '../lib/testing/scratch-folder.ts'
import { deleteFeature } from './delete-feature.ts'
import { bindFeature, stampFeature } from './stamp-feature.ts'

let tree: string
beforeEach(() => {
  tree = createFolder()
  for (const path of [
    'README.md',
    'shared/worker/src/features.ts',
    'shell/wrangler.jsonc',
    'workers/account/wrangler.jsonc',
    'workers/gallery/wrangler.jsonc',
    '.github/CODEOWNERS',
  ]) {
    cpSync(join(root, path), join(tree, path))
  }
})

const read = (path: string) => readFileSync(join(tree, path), 'utf8')

it('writes a remote, a worker and owners, and leaves no placeholder', () => {
  const written = stampFeature({ name: 'price-list', title: 'Tarifs', headerOrder: 40 }, tree)
  expect(written).toEqual(
    expect.arrayContaining([
      'remotes/price-list/skeletons.tsx',
      'remotes/price-list/src/remote.tsx',
      'workers/price-list/migrations/0001_create_entries.sql',
      'workers/price-list/restore.sql',
      'workers/price-list/wrangler.jsonc',
    ]),
  )
  for (const path of written) {
    expect(read(path), path).not.toMatch(/__\w+__/)
  }
  expect(read('remotes/price-list/routes.ts')).toContain(
    "title: 'Tarifs', header: { label: 'Tarifs', order: 40 }",
  )
  expect(read('workers/price-list/src/contract.ts')).toContain('export type PriceListProblem')
  expect(read('.github/CODEOWNERS')).toMatch(/\/remotes\/price-list\/ +@encre\/price-list/)
})

/** As the command and a commit leave it: the formatter breaks long rows. */
function formatFeatures(): void {
  const path = join(tree, 'shared/worker/src/features.ts')
  const words = ['format', '--stdin-file-path=shared/worker/src/features.ts']
  const biome = join(root, 'node_modules/.bin/biome')
  writeFileSync(path, execFileSync(biome, words, { cwd: root, input: readFileSync(path) }))
}

it('deletes a feature in two calls: its worker and its data stay 30 days', () => {
  const paths = [
    'README.md',
    '.github/CODEOWNERS',
    'shared/worker/src/features.ts',
    'shell/wrangler.jsonc',
    'workers/account/wrangler.jsonc',
  ]
  const readAll = () => paths.map((path) => read(path).replaceAll(/\s+/g, ''))
  const before = readAll()
  stampFeature({ name: 'price-list', title: 'Tarifs' }, tree)
  const day = (text: string) => new Date(`${text}T12:00:00Z`)
  formatFeatures()
  expect(deleteFeature('price-list', tree, day('2026-11-01'))).toContain('until 2026-12-01')
  formatFeatures()
  expect(existsSync(join(tree, 'remotes/price-list'))).toBe(false)
  expect(existsSync(join(tree, 'workers/price-list/wrangler.jsonc'))).toBe(true)
  expect(read('shared/worker/src/features.ts')).toContain(
    `  {
    name: 'price-list',
    binding: 'PRICE_LIST',
    isPublic: false,
    pages: null,
    memberData: 'PRICE_LIST',
    keptUntil: '2026-12-01',
  },
`,
  )
  expect(read('README.md')).not.toContain('remotes/price-list')
  expect(() => deleteFeature('price-list', tree, day('2026-11-30'))).toThrow(
    'The data of price-list stays until 2026-12-01. Nothing was deleted.',
  )

  deleteFeature('price-list', tree, day('2026-12-01'))
  expect(existsSync(join(tree, 'workers/price-list'))).toBe(false)
  expect(readAll()).toEqual(before)
})

it('deletes nothing that another package needs', () => {
  cpSync(join(root, 'workers/generator/package.json'), join(tree, 'workers/one/package.json'))
  expect(() => deleteFeature('gallery', tree)).toThrow(
    'workers/one/package.json needs gallery. Nothing was deleted.',
  )
  expect(() => deleteFeature('nothing', tree)).toThrow(/has no nothing/)
})

it('adds a row to the list of features, after all others', async () => {
  const before = features.map((row) => ({ ...row }))
  stampFeature({ name: 'price-list', title: 'Tarifs' }, tree)
  const row = {
    name: 'price-list',
    binding: 'PRICE_LIST',
    isPublic: true,
    pages: null,
    memberData: 'PRICE_LIST',
  }
  const changed = await import(/* @vite-ignore */ join(tree, 'shared/worker/src/features.ts'))
  expect(changed.features).toEqual([...before, row])
})

it('binds the worker to the site in every environment, and keeps the comments', () => {
  const before = read('shell/wrangler.jsonc')
  stampFeature({ name: 'price-list', title: 'Tarifs' }, tree)
  const after = read('shell/wrangler.jsonc')
  const services = [...after.matchAll(/"binding":\s*"PRICE_LIST",\s*"service":\s*"([^"]+)"/g)].map(
    ([, service]) => service,
  )
  expect(services).toEqual(['encre-price-list', 'encre-price-list-staging', 'encre-price-list'])
  expect(after.match(/\/\/ .*/g)).toEqual(before.match(/\/\/ .*/g))
})

it('lets the account worker erase and export its members in every environment', () => {
  stampFeature({ name: 'price-list', title: 'Tarifs' }, tree)
  const services = [
    ...read('workers/account/wrangler.jsonc').matchAll(
      /"service":\s*"(encre-price-list[^"]*)",\s*"entrypoint":\s*"MemberData"/g,
    ),
  ]
  expect(services.map(([, service]) => service)).toEqual([
    'encre-price-list',
    'encre-price-list-staging',
    'encre-price-list',
  ])
})

it('draws the feature in the diagram', () => {
  stampFeature({ name: 'price-list', title: 'Tarifs' }, tree)
  const [, diagram] = /^```mermaid\n(.*?)^```$/ms.exec(read('README.md')) ?? []
  expect(diagram).toContain('priceList["remotes/price-list"]')
  expect(diagram).toContain('site & accountWorker --> priceListWorker')
})

it('freezes the migration', () => {
  stampFeature({ name: 'price-list', title: 'Tarifs' }, tree)
  expect(read('workers/price-list/migrations/frozen.sha256')).toContain('0001_create_entries.sql')
  expect(findChangedMigrations(tree)).toEqual([])
})

it.each(['Artists', '../artists', 'price_list', '2d'])(
  'refuses the name %s, and writes nothing',
  (name) => {
    expect(() => stampFeature({ name, title: 'x' }, tree)).toThrow('must be kebab-case')
    expect(existsSync(join(tree, 'remotes'))).toBe(false)
  },
)

it('refuses a name that is taken', () => {
  expect(() => stampFeature({ name: 'gallery', title: 'x' }, tree)).toThrow(
    'workers/gallery exists already',
  )
  mkdirSync(join(tree, 'remotes/artists'), { recursive: true })
  expect(() => stampFeature({ name: 'artists', title: 'x' }, tree)).toThrow(
    'remotes/artists exists already',
  )
  expect(existsSync(join(tree, 'workers/artists'))).toBe(false)
})

it('binds a worker of another repository without folders, and only once', () => {
  const changed = bindFeature('price-list', tree)
  for (const path of changed) {
    expect(read(path), path).toContain('PRICE_LIST')
  }
  expect(existsSync(join(tree, 'workers/price-list'))).toBe(false)
  expect(() => bindFeature('price-list', tree)).toThrow('has price-list already')
})
