import { expect, test } from 'vitest'
import {
  type PageManifest,
  readPageManifest,
  replacePageManifest,
  toManifestVersion,
  writePageManifest,
} from './page-manifest.ts'
import { newRelease } from './testing-release.ts'

const manifest: PageManifest = {
  id: '0123456789ab',
  remotes: [],
  owner: '</script><b>$& Studio & Fils</b>',
  auth: { domain: 'tenant.test', clientId: 'c', audience: 'a', connection: 'd', session: 'forms' },
}
const page = (element: string) =>
  `<html><head>${element}<script src="/shell.js"></script></head></html>`

test('reads what was written, whatever the texts contain', () => {
  const html = page(writePageManifest(manifest))
  expect(html.match(/<\/script>/g)).toHaveLength(2)
  expect(readPageManifest(html)).toEqual(manifest)
})

test('reads the element of a document', () => {
  const textContent = JSON.stringify(manifest)
  expect(
    readPageManifest({ getElementById: (id) => (id === 'composition' ? { textContent } : null) }),
  ).toEqual(manifest)
})

test('replaces the manifest and nothing else', () => {
  const html = page(writePageManifest(manifest))
  const other = { ...manifest, id: 'ba9876543210' }
  expect(replacePageManifest(html, other)).toBe(page(writePageManifest(other)))
})

test.each([
  '',
  '<script type="application/json" id="composition">{"id":"c1"}</script>',
  writePageManifest(manifest).replace('{', ''),
])('refuses a page without a readable manifest: %j', (element) => {
  expect(() => readPageManifest(page(element))).toThrow()
})

test('keeps the integrity of scripts and stylesheets only', () => {
  const file = { bytes: 1, integrity: 'sha384-x' }
  const files = { 'entry.js': file, 'screen.css': file, 'rose.svg': file }
  const version = toManifestVersion(newRelease({ styles: ['screen.css'], files }))
  expect(version).toMatchObject({
    base: '/remotes/gallery/v1/',
    integrity: { 'entry.js': 'sha384-x', 'screen.css': 'sha384-x' },
  })
  expect(Object.keys(version.integrity)).toHaveLength(2)
})
