import { expect, test } from 'vitest'
import { extractCriticalCss } from './critical-css.ts'

const html = '<div class="page wide"><h1 class="title">Galerie</h1><button class="button">OK</button></div>'

test.each([
  ['.page{margin:0}.other{margin:0}', '.page{margin:0}'],
  ['@layer remotes.gallery{.title,.other{margin:0}}', '@layer remotes.gallery{.title{margin:0}}'],
  ['@media (width<40rem){.other{margin:0}}', ''],
  ['@media (width<40rem){.page{margin:0}}', '@media (width<40rem){.page{margin:0}}'],
  ['@media print{.page{margin:0}}', ''],
  ['.button:hover{color:red}.button:disabled{color:grey}', '.button:disabled{color:grey}'],
  ['.page .other .title{margin:0}', ''],
  ['.page:not(.other){margin:0}', '.page:not(.other){margin:0}'],
  ['.page :is(.other,.title){margin:0}', '.page :is(.other,.title){margin:0}'],
  ['@keyframes turn{to{opacity:1}}.page{margin:0}', '.page{margin:0}'],
  ['@keyframes say-missing{to{opacity:1}}', '@keyframes say-missing{to{opacity:1}}'],
  ['.page{margin:0;& .other{margin:0}}', '.page{margin:0}'],
])('of %s keeps %s', (css, kept) => {
  expect(extractCriticalCss(html, [css])).toBe(kept)
})
