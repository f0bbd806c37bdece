import { expect, test } from 'vitest'
import { findSkeletonDefects, skeletonBudget } from './skeleton.ts'
import { hashStyles } from './style-hash.ts'

const css = '@layer remotes.gallery{.gallery_v1_title{margin:0}}'
const title = '<h1 class="gallery_v1_title">Mes Designs</h1>'

async function judge(html: string, changes: { css?: string; styleHash?: string } = {}) {
  const styles = changes.css ?? css
  return findSkeletonDefects({ html, css: styles, styleHash: changes.styleHash ?? (await hashStyles(styles)) })
}

test('accepts a page of controls and drawings', async () => {
  const svg = '<svg viewBox="0 0 20 20" aria-hidden="true"><path d="m4 4 12 12"></path></svg>'
  const form =
    '<form novalidate=""><label for="_R_1_">Idée</label><textarea id="_R_1_" rows="3"></textarea><input type="radio" checked=""/>'
  expect(await judge(`<div>${title}${svg}${form}<button disabled="">OK</button><a href="/generator">Créer</a></form></div>`)).toEqual([])
})

test.each([
  ['<script>alert(1)</script>', 'it contains <script>'],
  ['<SCRIPT src="/x.js"></SCRIPT>', 'it contains <SCRIPT>'],
  ['<style>p{}</style>', 'it contains <style>'],
  ['<img src="/x" alt=""/>', 'it contains <img>'],
  ['<iframe></iframe>', 'it contains <iframe>'],
  ['<p onclick="alert(1)">x</p>', 'it has the attribute onclick'],
  ['<p ONCLICK="alert(1)">x</p>', 'it has the attribute ONCLICK'],
  ['<p style="color:red">x</p>', 'it has the attribute style'],
  ['<form action="https://elsewhere.example"></form>', 'it has the attribute action'],
  ['<a href="javascript:alert(1)">x</a>', 'it has a link to javascript:alert(1)'],
  ['<a href="//elsewhere.example">x</a>', 'it has a link to //elsewhere.example'],
  ['<p', 'it is not plain HTML'],
  ['<!-- a comment -->', 'it contains <!-->'],
  ["<p onclick='alert(1)'>", 'it is not plain HTML'],
  ['<p title=a>b</p>', 'it is not plain HTML'],
])('refuses %s', async (html, defect) => {
  expect(await judge(title + html)).toContain(defect)
})

test('refuses a skeleton without a title', async () => {
  expect(await judge('<p>Chargement</p>')).toEqual(['it has no <h1> with the title of the page'])
})

test.each(['@import "/x.css";', '.a{background:url(/x)}', '</style><script>', '@font-face{}'])('refuses the styles %s', async (styles) => {
  expect(await judge(title, { css: styles })).toHaveLength(1)
})

test('accepts styles that depend on the width of the window', async () => {
  expect(await judge(title, { css: '@layer remotes.gallery{@media (width<48rem){.gallery_v1_title{margin:0}}}' })).toEqual([])
})

test('refuses styles whose hash is another', async () => {
  expect(await judge(title, { styleHash: await hashStyles('other') })).toEqual(['its hash is not that of its styles'])
})

test('refuses more than its budget', async () => {
  const noise = Array.from({ length: 2000 }, (_, index) => `<p>${Math.sin(index)}</p>`).join('')
  const [defect] = await judge(title + noise)
  expect(defect).toMatch(new RegExp(`^it has \\d+ bytes after gzip, the budget is ${skeletonBudget}$`))
})
