import postcss from 'postcss'
import { expect, test } from 'vitest'
import { findCssLeaks, pluginCssAtHome } from './css-leaks.ts'

function find(css: string): string[] {
  const isOwn = (name: string) => name.startsWith('own')
  return findCssLeaks(postcss.parse(css), { layer: 'remotes.gallery', isOwnClass: isOwn, isOwnAnimation: isOwn }).map(
    ({ reason }) => reason,
  )
}

const inLayer = (css: string) => `@layer remotes.gallery { ${css} }`

test.each([
  '.own { color: red }',
  '.own p, .own > *, p.own:hover { color: red }',
  '.own > p + p { color: red }',
  ':is(.own, .own a):focus { color: red }',
  '.own :is(header, p) { color: red }',
  '.own { &:hover { color: red } header & { color: red } > p { color: red } }',
  '.own { @media (width < 10rem) { --space: 1px } }',
  '.own::before { view-transition-name: none }',
  '@layer ui { .own { color: red } }',
  '@keyframes own-turn { to { rotate: 1turn } }',
  '@media print { @supports (display: grid) { .own { color: red } } }',
])('accepts %s', (css) => {
  expect(find(inLayer(css))).toEqual([])
})

test.each([
  'header { color: red }',
  ':root { color: red }',
  '.other { color: red }',
  '.own, header { color: red }',
  'body:has(.own) header { color: red }',
  'body:has(.own) { color: red }',
  ':not(.own) { color: red }',
  '.own + footer { color: red }',
  '.own ~ * { color: red }',
  ':is(.own, header) { color: red }',
  ':where(.own, header) p { color: red }',
  '.own { + footer { color: red } }',
  '.own { & ~ footer { color: red } }',
  '.own { header:has(&) { color: red } }',
  ':global(.shell_header) { color: red }',
])('refuses %s, which can match elements of others', (css) => {
  expect(find(inLayer(css)).join()).toContain('can match elements of others')
})

test.each([
  ['.own { color: red !important }', '!important'],
  ['.own p { --ink: red }', 'custom property'],
  ['.own { view-transition-name: header }', 'view-transition-name'],
  ['@keyframes appear { to { opacity: 1 } }', '@keyframes appear'],
  ['@property --ink { syntax: "*"; inherits: true }', '@property has an effect'],
  ['@font-face { font-family: "Hanken Grotesk" }', '@font-face has an effect'],
  ['@import "other.css";', '@import has an effect'],
  ['@view-transition { navigation: auto }', '@view-transition has an effect'],
])('refuses %s', (css, reason) => {
  expect(find(inLayer(css)).join()).toContain(reason)
})

test.each([
  '.own { color: red }',
  '@layer shell { .own { color: red } }',
  '@layer reset, remotes;',
  '@layer remotes.account { .own { color: red } }',
  '@layer remotes { .own { color: red } }',
])('refuses %s outside its layer', (css) => {
  expect(find(css).join()).toContain('remotes.gallery')
})

test('accepts its layer in steps', () => {
  expect(find('@layer remotes { @layer gallery { .own { color: red } } }')).toEqual([])
})

const plugin = pluginCssAtHome({ folder: '/tree/remotes/gallery', layer: 'remotes.gallery' })
const build = (css: string, from: string) => postcss([plugin]).process(css, { from })

test('names file and line', async () => {
  const css = '@layer remotes.gallery {\n  .card {\n  }\n\n  header {\n  }\n}'
  await expect(build(css, '/tree/remotes/gallery/src/card.module.css')).rejects.toThrow(/src\/card\.module\.css:5: header can match/)
})

test('refuses every class of a file that is no CSS Module', async () => {
  await expect(build('@layer remotes.gallery { .card {} }', '/tree/remotes/gallery/src/card.css')).rejects.toThrow('.card can match')
})

test('moves the layers of shared packages into the layer of the remote', async () => {
  const { css } = await build('@layer ui { .button {} }', '/tree/shared/ui/src/button.module.css')
  expect(css).toBe('@layer remotes.gallery.ui { .button {} }')
  await expect(build('.button {}', '/tree/shared/ui/src/button.module.css')).rejects.toThrow('.button is not in @layer remotes.gallery')
})
