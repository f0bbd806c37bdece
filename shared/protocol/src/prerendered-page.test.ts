import { expect, test } from 'vitest'
import { emptyPage, prerenderedFile, remotePage } from './prerendered-page.ts'

const settings = { announcesSession: false, atTenant: true, hasOwner: true, hasSkeleton: true }

test.each([
  ['/', 'pages/home.visitor.html'],
  ['/about', 'pages/about.visitor.html'],
  ['/sign-in', 'pages/sign-in.tenant.visitor.html'],
  ['/mentions-legales', 'pages/mentions-legales.owner.visitor.html'],
  [remotePage, 'pages/remote.skeleton.visitor.html'],
])('of all settings, the file of %s depends on its own', (path, file) => {
  expect(prerenderedFile({ ...settings, path })).toBe(file)
  expect(prerenderedFile({ ...settings, path, announcesSession: true })).toBe(file.replace('visitor', 'member'))
})

test('a page can be emptied of what was prerendered', () => {
  const [start, end] = [
    '<body><script type="application/json" id="composition">{}</script>',
    '<link href="/index.css" rel="stylesheet">\n</body>',
  ]
  expect(emptyPage(`${start}<div id="root" data-session="announced"><main><div>Atelier</div></main></div>${end}`)).toBe(
    `${start}<div id="root"></div>${end}`,
  )
})
