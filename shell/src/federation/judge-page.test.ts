import { beforeEach, expect, test, vi } from 'vitest'
import { natives, readNatives } from '../report-error.ts'
import { findDefect } from './judge-page.ts'

beforeEach(() => {
  document.body.innerHTML =
    '<header><a href="/">Encre</a></header><main><h1>Galerie</h1></main><footer><a href="/about">À propos</a></footer>'
  document.documentElement.lang = 'fr'
  document.title = 'Galerie · Encre'
  for (const element of document.querySelectorAll('a, header')) {
    element.checkVisibility = () => true
  }
  document.elementFromPoint = () => null
})

test.each<[string, () => void, string | null]>([
  ['is whole', () => {}, null],
  [
    'has no footer',
    () => document.querySelector('footer')?.remove(),
    'the page lost its header, its footer or its heading',
  ],
  [
    'shows nothing',
    () => Object.assign(document.querySelector('header') ?? {}, { checkVisibility: () => false }),
    'the header is invisible',
  ],
  [
    'has another title',
    () => Object.assign(document, { title: 'Gagnez un iPhone' }),
    'the title or the language was overwritten',
  ],
  [
    'has another fetch',
    () => vi.stubGlobal('fetch', () => {}),
    'a function of the browser was replaced',
  ],
  [
    'is too wide',
    () => vi.spyOn(document.documentElement, 'scrollWidth', 'get').mockReturnValue(2000),
    'the page is 2000 pixels wide on a screen of 0',
  ],
  [
    'lets no click through',
    () => Object.assign(document, { elementFromPoint: () => document.querySelector('main') }),
    'something lies over the header or the footer',
  ],
])('a page that %s', (_, change, defect) => {
  Object.assign(natives, readNatives())
  change()
  expect(findDefect()).toBe(defect)
})
