import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { beforeEach, expect, it } from 'vitest'
import { findDiagramErrors } from '../check/architecture-diagram.ts'
import { createFolder } from '../lib/testing/scratch-folder.ts'
import { stampFeature } from './stamp-feature.ts'

let tree: string
beforeEach(() => {
  tree = createFolder()
  for (const path of [
    'README.md',
    'shell/wrangler.jsonc',
    'workers/account/wrangler.jsonc',
    'workers/gallery/wrangler.jsonc',
    '.github/CODEOWNERS',
  ])
    cpSync(join(root, path), join(tree, path))
})

const read = (path: string) => readFileSync(join(tree, path), 'utf8')

it('writes a remote, a worker and owners, and leaves no placeholder', () => {
  const written = stampFeature({ name: 'price-list', title: 'Tarifs', headerOrder: 40 }, tree)
  expect(written).toEqual(
    expect.arrayContaining([
      'remotes/price-list/skeletons.tsx',
      'remotes/price-list/src/price-list-api.ts',
      'workers/price-list/migrations/0001_create_entries.sql',
      'workers/price-list/restore.sql',
      'workers/price-list/wrangler.jsonc',
    ]),
  )
  for (const path of written) expect(read(path), path).not.toMatch(/__\w+__/)
  expect(read('remotes/price-list/routes.ts')).toContain("title: 'Tarifs', header: { label: 'Tarifs', order: 40 }")
  expect(read('workers/price-list/src/contract.ts')).toContain('export type PriceListProblem')
  expect(read('.github/CODEOWNERS')).toMatch(/\/remotes\/price-list\/ +@encre\/price-list/)
})

it('binds the worker to the site in every environment, and keeps the comments', () => {
  const before = read('shell/wrangler.jsonc')
  stampFeature({ name: 'price-list', title: 'Tarifs' }, tree)
  const after = read('shell/wrangler.jsonc')
  const services = [...after.matchAll(/"binding":\s*"PRICE_LIST",\s*"service":\s*"([^"]+)"/g)].map(([, service]) => service)
  expect(services).toEqual(['encre-price-list', 'encre-price-list-staging', 'encre-price-list'])
  expect(after.match(/\/\/ .*/g)).toEqual(before.match(/\/\/ .*/g))
})

it('lets the account worker erase and export its members in every environment', () => {
  stampFeature({ name: 'price-list', title: 'Tarifs' }, tree)
  const services = [
    ...read('workers/account/wrangler.jsonc').matchAll(/"service":\s*"(encre-price-list[^"]*)",\s*"entrypoint":\s*"MemberData"/g),
  ]
  expect(services.map(([, service]) => service)).toEqual(['encre-price-list', 'encre-price-list-staging', 'encre-price-list'])
})

it('draws the feature in the diagram', () => {
  cpSync(join(root, 'workers/generator/wrangler.jsonc'), join(tree, 'workers/generator/wrangler.jsonc'))
  const filter = (path: string) => !/\/(node_modules|dist|test-results)$/.test(path)
  for (const name of ['generator', 'gallery', 'account'])
    cpSync(join(root, 'remotes', name), join(tree, 'remotes', name), { recursive: true, filter })
  expect(findDiagramErrors(tree)).toEqual([])
  stampFeature({ name: 'price-list', title: 'Tarifs' }, tree)
  expect(findDiagramErrors(tree)).toEqual([])
})

it.each(['Artists', '../artists', 'price_list', '2d'])('refuses the name %s, and writes nothing', (name) => {
  expect(() => stampFeature({ name, title: 'x' }, tree)).toThrow('must be kebab-case')
  expect(existsSync(join(tree, 'remotes'))).toBe(false)
})

it('refuses a name that is taken', () => {
  expect(() => stampFeature({ name: 'gallery', title: 'x' }, tree)).toThrow('workers/gallery exists already')
  mkdirSync(join(tree, 'remotes/artists'), { recursive: true })
  expect(() => stampFeature({ name: 'artists', title: 'x' }, tree)).toThrow('remotes/artists exists already')
  expect(existsSync(join(tree, 'workers/artists'))).toBe(false)
})
