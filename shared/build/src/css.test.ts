import postcss from 'postcss'
import { expect, test } from 'vitest'
import { extractCriticalCss } from './critical-css.ts'
import { pluginCssAtHome, pluginHover } from './css-at-home.ts'

const plugin = pluginCssAtHome({ folder: '/tree/remotes/gallery', layer: 'remotes.gallery' })
const build = (css: string, from: string) => postcss([plugin]).process(css, { from })

test('names file and line', async () => {
  const css = '@layer remotes.gallery {\n  .card {\n  }\n\n  header {\n  }\n}'
  await expect(build(css, '/tree/remotes/gallery/src/card.module.css')).rejects.toThrow(
    /src\/card\.module\.css:5: header can match/,
  )
})

test('refuses every class of a file that is no CSS Module', async () => {
  await expect(
    build('@layer remotes.gallery { .card {} }', '/tree/remotes/gallery/src/card.css'),
  ).rejects.toThrow('.card can match')
})

test('moves the layers of shared packages into the layer of the remote', async () => {
  const { css } = await build('@layer ui { .button {} }', '/tree/shared/ui/src/button.module.css')
  expect(css).toBe('@layer remotes.gallery.ui { .button {} }')
  await expect(build('.button {}', '/tree/shared/ui/src/button.module.css')).rejects.toThrow(
    '.button is not in @layer remotes.gallery',
  )
})

test('puts hover styles under (hover: hover), in their place, and leaves the other selectors', async () => {
  const { css } = await postcss([pluginHover]).process(
    '@layer ui { .a:hover, .b:focus { color: red } .a:active { color: blue } }',
    {
      from: undefined,
    },
  )
  expect(css.replaceAll(/\s+/g, ' ')).toBe(
    '@layer ui { .b:focus { color: red } @media (hover: hover) { .a:hover { color: red } } .a:active { color: blue } }',
  )
})

const html =
  '<div class="page wide"><h1 class="title">Galerie</h1><button class="button">OK</button></div>'

interface Extraction {
  name: string
  css: string
  kept: string
}

const extractions: Extraction[] = [
  {
    name: 'leaves out a class that the page lacks',
    css: '.page{margin:0}.other{margin:0}',
    kept: '.page{margin:0}',
  },
  {
    name: 'keeps one of two selectors in its layer',
    css: '@layer remotes.gallery{.title,.other{margin:0}}',
    kept: '@layer remotes.gallery{.title{margin:0}}',
  },
  {
    name: 'leaves out an empty condition',
    css: '@media (width<40rem){.other{margin:0}}',
    kept: '',
  },
  {
    name: 'keeps a condition',
    css: '@media (width<40rem){.page{margin:0}}',
    kept: '@media (width<40rem){.page{margin:0}}',
  },
  {
    name: 'leaves out what is for printing',
    css: '@media print{.page{margin:0}}',
    kept: '',
  },
  {
    name: 'leaves out states that an inert page never has',
    css: '.button:hover{color:red}.button:disabled{color:grey}',
    kept: '.button:disabled{color:grey}',
  },
  {
    name: 'keeps a rule for what an element is not',
    css: '.page:not(.other){margin:0}',
    kept: '.page:not(.other){margin:0}',
  },
  {
    name: 'keeps a choice of which one applies',
    css: '.page :is(.other,.title){margin:0}',
    kept: '.page :is(.other,.title){margin:0}',
  },
  {
    name: 'leaves out a choice of which none applies',
    css: '.page :is(.other,.another){margin:0}',
    kept: '',
  },
  {
    name: 'keeps the animation that shows the sentence about a missing script',
    css: '@keyframes say-missing{to{opacity:1}}',
    kept: '@keyframes say-missing{to{opacity:1}}',
  },
  {
    name: 'leaves out another animation',
    css: '@keyframes turn{to{rotate:1turn}}',
    kept: '',
  },
  {
    name: 'leaves out a nested rule',
    css: '.page{margin:0;& .other{margin:0}}',
    kept: '.page{margin:0}',
  },
]

test.each(extractions)('critical CSS $name', ({ css, kept }) => {
  expect(extractCriticalCss(html, [css])).toBe(kept)
})
