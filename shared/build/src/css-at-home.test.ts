import postcss from 'postcss'
import { expect, test } from 'vitest'
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
