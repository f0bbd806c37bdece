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

const covered = 'something lies over the header or the footer'

/** Every click reaches the page's main part. */
function coverLinks(): void {
  Object.assign(document, { elementFromPoint: () => document.querySelector('main') })
}

test.each<{ page: string; change: () => void; defect: string | null }>([
  { page: 'is whole', change: () => {}, defect: null },
  {
    page: 'has no footer',
    change: () => document.querySelector('footer')?.remove(),
    defect: 'the page lost its header, its footer or its heading',
  },
  {
    page: 'shows nothing',
    change: () =>
      Object.assign(document.querySelector('header') ?? {}, { checkVisibility: () => false }),
    defect: 'the header is invisible',
  },
  {
    page: 'has another title',
    change: () => Object.assign(document, { title: 'Gagnez un iPhone' }),
    defect: 'the title or the language was overwritten',
  },
  {
    page: 'has another fetch',
    change: () => vi.stubGlobal('fetch', () => {}),
    defect: 'a function of the browser was replaced',
  },
  {
    page: 'is too wide',
    change: () => vi.spyOn(document.documentElement, 'scrollWidth', 'get').mockReturnValue(2000),
    defect: 'the page is 2000 pixels wide on a screen of 0',
  },
  { page: 'lets no click through', change: coverLinks, defect: covered },
  {
    page: 'lies behind an open dialog',
    change: () => {
      coverLinks()
      document.querySelector('main')?.append(createDialog({ open: true }))
    },
    defect: null,
  },
  {
    page: 'lets no click through, with a dialog that is closed',
    change: () => {
      coverLinks()
      document.querySelector('main')?.append(createDialog({ open: false }))
    },
    defect: covered,
  },
])('a page that $page', ({ change, defect }) => {
  Object.assign(natives, readNatives())
  change()
  expect(findDefect()).toBe(defect)
})

function createDialog({ open }: { open: boolean }): HTMLDialogElement {
  return Object.assign(document.createElement('dialog'), { open })
}
