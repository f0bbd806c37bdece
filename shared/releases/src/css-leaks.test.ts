import { parse } from 'postcss'
import { expect, test } from 'vitest'
import { findCssLeaks } from './css-leaks.ts'

function find(css: string): string[] {
  const isOwn = (name: string) => name.startsWith('own')
  return findCssLeaks(parse(css), {
    layer: 'remotes.gallery',
    isOwnClass: isOwn,
    isOwnAnimation: isOwn,
  }).map(({ reason }) => reason)
}

const inLayer = (css: string) => `@layer remotes.gallery { ${css} }`

test.each([
  '.own { color: red }',
  '.own p, .own > *, p.own:hover { color: red }',
  ':is(.own, .own a):focus { color: red }',
  '.own :is(header, p) { color: red }',
  '.own { &:hover { color: red } header & { color: red } > p { color: red } }',
  '.own::before { view-transition-name: none; content: "\\201c" }',
  '#skeleton [data-style="0"] { width: 40%; --space: 1px }',
  '@layer ui { .own { color: red } }',
  '@keyframes own-turn { to { rotate: 1turn } }',
  '@media print { @supports (display: grid) { .own { color: red } } }',
])('accepts %s', (css) => {
  expect(find(inLayer(css))).toEqual([])
})

test.each([
  'header { color: red }',
  '.own, header { color: red }',
  ':not(.own) { color: red }',
  '.own + footer { color: red }',
  ':is(.own, header) { color: red }',
  '.own { + footer { color: red } }',
  '.own { header:has(&) { color: red } }',
  ':global(.shell_header) { color: red }',
])('refuses %s, which can match elements of others', (css) => {
  expect(find(inLayer(css)).join()).toContain('can match elements of others')
})

const refusals = [
  {
    name: 'a declaration that beats the shell',
    css: '.own { color: red !important }',
    reason: 'color is !important',
  },
  {
    name: 'a custom property on elements that may be of others',
    css: '.own p { --ink: red }',
    reason: '.own p sets a custom property',
  },
  {
    name: 'a name of the page in its transitions',
    css: '.own { view-transition-name: header }',
    reason: 'view-transition-name is a name of the whole page',
  },
  {
    name: 'a text that looks like a secret',
    css: '.own { -WebKit-text-security: disc }',
    reason: '-WebKit-text-security shows another text',
  },
  {
    name: 'an escape that spells a property',
    css: '.own { view-tr\\61nsition-name: header }',
    reason: 'has an escape outside of a string',
  },
  {
    name: 'an escape after a string',
    css: '.own { color: red; content: "\\201c" \\22 }',
    reason: 'content has an escape',
  },
  {
    name: 'an animation of the whole page',
    css: '@keyframes appear { to { opacity: 1 } }',
    reason: '@keyframes appear',
  },
  {
    name: 'a property of the whole page',
    css: '@property --ink { syntax: "*"; inherits: true }',
    reason: '@property has an effect',
  },
  {
    name: 'a typeface',
    css: '@font-face { font-family: Grenze }',
    reason: '@font-face has an effect',
  },
  {
    name: 'another stylesheet',
    css: '@import "other.css";',
    reason: '@import has an effect',
  },
]

test.each(refusals)('refuses $name', ({ css, reason }) => {
  expect(find(inLayer(css)).join()).toContain(reason)
})

test.each([
  '.own { color: red }',
  '@layer remotes.account { .own { color: red } }',
  '@layer remotes { .own { color: red } }',
])('refuses %s outside its layer', (css) => {
  expect(find(css).join()).toContain('remotes.gallery')
})

test('accepts its layer in steps', () => {
  expect(find('@layer remotes { @layer gallery { .own { color: red } } }')).toEqual([])
})
