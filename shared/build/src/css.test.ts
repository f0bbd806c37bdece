import postcss from 'postcss'
import { expect, test } from 'vitest'
import { extractCriticalCss } from './critical-css.ts'
import { pluginCssAtHome, pluginHover } from './css-at-home.ts'

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

test('puts hover styles under (hover: hover), in their place, and leaves the other selectors', async () => {
  const { css } = await postcss([pluginHover]).process('@layer ui { .a:hover, .b:focus { color: red } .a:active { color: blue } }', {
    from: undefined,
  })
  expect(css.replaceAll(/\s+/g, ' ')).toBe(
    '@layer ui { .b:focus { color: red } @media (hover: hover) { .a:hover { color: red } } .a:active { color: blue } }',
  )
})

const html = '<div class="page wide"><h1 class="title">Galerie</h1><button class="button">OK</button></div>'

test.each([
  ['.page{margin:0}.other{margin:0}', '.page{margin:0}'],
  ['@layer remotes.gallery{.title,.other{margin:0}}', '@layer remotes.gallery{.title{margin:0}}'],
  ['@media (width<40rem){.other{margin:0}}', ''],
  ['@media (width<40rem){.page{margin:0}}', '@media (width<40rem){.page{margin:0}}'],
  ['@media print{.page{margin:0}}', ''],
  ['.button:hover{color:red}.button:disabled{color:grey}', '.button:disabled{color:grey}'],
  ['.page:not(.other){margin:0}', '.page:not(.other){margin:0}'],
  ['.page :is(.other,.title){margin:0}', '.page :is(.other,.title){margin:0}'],
  ['@keyframes say-missing{to{opacity:1}}', '@keyframes say-missing{to{opacity:1}}'],
  ['.page{margin:0;& .other{margin:0}}', '.page{margin:0}'],
])('critical CSS of %s keeps %s', (css, kept) => {
  expect(extractCriticalCss(html, [css])).toBe(kept)
})
