import {
  type PageManifest,
  readPageManifest,
  writePageManifest,
} from '@encre/protocol/page-manifest'
import { hashStyles } from '@encre/protocol/served-file'
import * as fc from 'fast-check'
import { parse, serialize } from 'parse5'
import { expect, inject, test } from 'vitest'
import { findSkeletonDefects, skeletonBudget } from './skeleton-check.ts'

declare module 'vitest' {
  interface ProvidedContext {
    fuzzRuns: number
  }
}

const css = '@layer remotes.gallery{.gallery_v1_title{margin:0}}'
const title = '<h1 class="gallery_v1_title">Mes Designs</h1>'

async function judge(html: string, changes: { css?: string; styleHash?: string } = {}) {
  const styles = changes.css ?? css
  return findSkeletonDefects(
    { html, css: styles, styleHash: changes.styleHash ?? (await hashStyles(styles)) },
    'gallery',
  )
}

test('accepts a page of controls and drawings', async () => {
  const svg = '<svg viewBox="0 0 20 20" aria-hidden="true"><path d="m4 4 12 12"></path></svg>'
  const form =
    '<form novalidate=""><label for="gallery-1">Idée</label><textarea id="gallery-1" rows="3"></textarea><input type="radio" checked="">'
  expect(
    await judge(
      `<div>${title}${svg}${form}<button disabled="">OK</button><a href="/generator">Créer</a></form></div>`,
    ),
  ).toEqual([])
})

const another =
  'a browser reads its HTML as another: close every element, and write it as React does'

const hidden = 'it has characters that reorder or hide its text'

test.each([
  { html: '<script>alert(1)</script>', defect: 'it contains <script>' },
  { html: '<iframe></iframe>', defect: 'it contains <iframe>' },
  { html: '<p style="color:red">x</p>', defect: 'it has the attribute style' },
  { html: '<a href="javascript:alert(1)">x</a>', defect: 'it has a link to javascript:alert(1)' },
  { html: '<p', defect: another },
  { html: '<svg><title>', defect: another },
  { html: '</div><div id="skeleton">', defect: another },
  { html: '<table>x</table>', defect: another },
  {
    html: '<p id="composition">{}</p>',
    defect: 'it has the id composition, which does not start with gallery-',
  },
  { html: '<form name="getElementById"></form>', defect: 'it has the attribute name' },
  { html: '<a href="/&sol;evil.example/">x</a>', defect: 'it has a link to //evil.example/' },
  {
    html: '<a href="&#106;avascript:alert(1)">x</a>',
    defect: 'it has a link to javascript:alert(1)',
  },
  { html: '<svg><use href="/x.svg#a"></use></svg>', defect: 'it contains <use>' },
  { html: '<input type="PASSWORD">', defect: 'it has an input of the type PASSWORD' },
  {
    html: '<input type="text" autocomplete="current-password">',
    defect: 'it asks for a current-password',
  },
  { html: '<p>Solde &#x202e;0001</p>', defect: hidden },
  { html: '<p>Solde 1\u00ad000</p>', defect: hidden },
  { html: '<p title="x">x</p>', defect: 'it has the attribute title' },
  { html: '<button aria-label="\u2066x">x</button>', defect: hidden },
  { html: '<p dir="rtl">x</p>', defect: 'it has the attribute dir' },
  { html: '<p is="x-y">x</p>', defect: 'it has the attribute is' },
  {
    html: '<svg><path fill="\\75rl(//evil.example)"></path></svg>',
    defect: 'it draws with \\75rl(//evil.example)',
  },
])('refuses $html', async ({ html, defect }) => {
  expect(await judge(title + html)).toContain(defect)
})

test('refuses a skeleton without a title', async () => {
  expect(await judge('<p>Chargement</p>')).toEqual(['it has no <h1> with the title of the page'])
})

test.each([
  '.a{background:url(/x)}',
  '</style><script>',
  '@\\69mport "/x"',
  '.a{background:\\75rl(/x)}',
  '.a{unicode-bidi:bidi-override}',
  '.a::before{content:"\u202e"}',
])('refuses the styles %s', async (styles) => {
  expect(await judge(title, { css: styles })).toHaveLength(1)
})

test('accepts styles that depend on the width of the window', async () => {
  expect(
    await judge(title, {
      css: '@layer remotes.gallery{@media (width<48rem){.gallery_v1_title{margin:0}}}',
    }),
  ).toEqual([])
})

test('refuses styles whose hash is another', async () => {
  expect(await judge(title, { styleHash: await hashStyles('other') })).toEqual([
    'its hash is not that of its styles',
  ])
})

test('refuses more than its budget', async () => {
  const noise = Array.from({ length: 2000 }, (_, index) => `<p>${Math.sin(index)}</p>`).join('')
  const [defect] = await judge(title + noise)
  expect(defect).toMatch(
    new RegExp(`^it has \\d+ bytes after gzip, the budget is ${skeletonBudget}$`),
  )
})

const oneOf = (names: string) => fc.constantFrom(...names.split(' '))
const parts = fc.oneof(
  {
    arbitrary: oneOf('p div svg title textarea select option button a b form main section'),
    weight: 4,
  },
  { arbitrary: oneOf('table tr td caption h1 li ul input br hr path label dd search'), weight: 3 },
  {
    arbitrary: oneOf('script style template math body html noscript plaintext xmp frameset'),
    weight: 1,
  },
)
const markup = fc.oneof(
  parts.map((name) => `<${name}>`),
  parts.map((name) => `</${name}>`),
  parts.map((name) => `<${name}>x</${name}>`),
  oneOf('x &lt; & < " <!-- --> <p \n \0'),
  fc.constantFrom('<p id="gallery-x">', '<p id="composition">{}</p>', '<a href="/a&amp;b">'),
)
// Elements in each other, closed as React closes them: many of these are accepted.
const { nested } = fc.letrec<{ nested: string }>((tie) => ({
  nested: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('x', '<br>', '<a href="/a&amp;b">x</a>', '<p id="gallery-x"></p>'),
    markup,
    fc
      .tuple(parts, fc.array(tie('nested'), { maxLength: 3 }))
      .map(([name, inner]) => `<${name}>${inner.join('')}</${name}>`),
  ),
}))

test('no accepted skeleton moves the page manifest, or what follows the skeleton', {
  timeout: 600_000,
}, async () => {
  const manifest: PageManifest = {
    id: 'c1',
    remotes: [],
    auth: { domain: 'd', clientId: 'c', audience: 'a', connection: 'b', session: 'forms' },
  }
  const before = `<body>${writePageManifest(manifest)}<div id="root"><main><div id="skeleton">`
  const after = '</div><footer>x</footer></main></div></body>'
  const skeletons = fc.array(nested, { maxLength: 8 }).map((all) => title + all.join(''))
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(skeletons, async (html) => {
      if ((await judge(html)).length > 0) return
      accepted += 1
      const page = serialize(parse(`<!doctype html>${before}${html}${after}`))
      expect(page).toBe(`<!DOCTYPE html><html><head></head>${before}${html}${after}</html>`)
      expect(readPageManifest(page)).toEqual(manifest)
    }),
    { numRuns: inject('fuzzRuns'), seed: 27 },
  )
  expect(accepted).toBeGreaterThan(20)
})
