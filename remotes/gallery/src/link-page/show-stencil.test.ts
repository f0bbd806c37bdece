import type { LinkedDesign } from '@encre/gallery-worker/contract'
import type { Cancel, Request } from '@encre/stencil/messages'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PictureError } from '../atelier/studio/picture.ts'
import { drawFrame, InPageWorker } from '../atelier/testing.ts'
import { findPageParts, readLinkedDesign } from './page-parts.ts'
import { showStencil } from './show-stencil.ts'

const picture = vi.hoisted(() => ({ readShownPicture: vi.fn() }))
vi.mock('../atelier/studio/picture.ts', async (original) => ({
  ...(await original<typeof import('../atelier/studio/picture.ts')>()),
  ...picture,
}))

const design: LinkedDesign = {
  subject: 'Un loup',
  style: 'minimalist',
  sizeMm: 80,
  placement: 'arm',
  placementDetail: null,
  colors: ['#000000'],
  origin: 'ai',
  rendering: 'outlines',
  fineness: null,
  notes: 'Trait fin',
  imageUrl: '/api/gallery/links/token/image',
  openingsUrl: '/api/gallery/links/token/openings',
}

/** The parts of the page as the worker renders them. */
function renderPage(shown: LinkedDesign = design, newer = '') {
  document.body.innerHTML = `<img id="image"><div id="stencil"><p>...</p></div><p id="status"></p><dl><dd id="size"></dd><dd id="smallest-line"></dd>
    <dd id="smallest-gap"></dd><dd id="recommended"></dd></dl><select id="paper" disabled><option value="a4">A4</option><option value="roll">R</option></select>
    <input type="checkbox" id="mirror" disabled><button id="stencil-pdf" disabled></button><button id="card-pdf" disabled></button>
    ${newer}<script type="application/json" id="linked-design">${JSON.stringify({ ...shown, later: 1 })}</script>`
  const parts = findPageParts(document)
  return { parts, done: showStencil(parts, readLinkedDesign(document)) }
}

beforeEach(() => {
  picture.readShownPicture.mockImplementation(async () => drawFrame())
  vi.stubGlobal('Worker', InPageWorker)
  vi.stubGlobal('__webpack_public_path__', '/remotes/gallery/v1/')
  vi.stubGlobal('fetch', async () => new Response('a font'))
})
afterEach(() => {
  document.body.replaceChildren()
  picture.readShownPicture.mockReset()
})

test('draws the stencil between its rulers, with a true size for paper, and says what was measured', async () => {
  const { parts, done } = renderPage(design, '<p id="resolution" hidden></p>')
  await done
  const svg = parts.stencil.querySelector('svg')
  expect(svg?.getAttribute('aria-label')).toBe('Calque de « Un loup »')
  expect(svg?.style.getPropertyValue('--print-width')).toBe('85.6mm')
  const centimetres = ['0', '1', '2', '3', '4', '5', '6', '7', '8']
  expect(Array.from(svg?.querySelectorAll('text') ?? [], ({ textContent }) => textContent)).toEqual(
    [...centimetres, ...centimetres],
  )
  expect(parts.size.textContent).toBe('8,0 × 8,0 cm')
  expect(parts['smallest-line'].textContent).toMatch(/à moins de 0,3\u00a0mm/)
  // Its line of one pixel cannot be measured, and the rest can.
  expect(parts.recommended.textContent).toMatch(
    /^au moins [\d,]+\u00a0cm · \d+\u00a0% trop fin pour être mesuré ici$/,
  )
  expect(document.getElementById('resolution')?.hidden).toBe(false)
  expect(document.getElementById('resolution')?.textContent).toMatch(/^Sous 1,33\u00a0mm, /)
  expect(parts.status.textContent).toBe('A4, 1 feuille, à taille réelle')
})

test('counts the sheets of the chosen paper, and offers no PDF of too many', async () => {
  const { parts, done } = renderPage({ ...design, sizeMm: 1000 })
  await done
  expect(parts.status.textContent).toMatch(/^Trop grand pour ce papier : \d+ feuilles\.$/)
  expect([parts['stencil-pdf'].disabled, parts['card-pdf'].disabled]).toEqual([true, false])
  parts.paper.value = 'roll'
  parts.paper.dispatchEvent(new Event('change'))
  await waitFor(() =>
    expect(parts.status.textContent).toMatch(/^Rouleau 216 mm, \d feuilles, à taille réelle$/),
  )
  expect(parts['stencil-pdf'].disabled).toBe(false)
})

test.each([
  { error: new PictureError('unreadable'), sentence: 'Votre navigateur ne lit pas cette image.' },
  {
    error: new Error('a bug'),
    sentence: 'Une erreur inattendue est survenue. Veuillez réessayer.',
  },
])('$error has its sentence, and nothing to press', async ({ error, sentence }) => {
  picture.readShownPicture.mockRejectedValue(error)
  const { parts, done } = renderPage()
  await done
  expect([parts.status.textContent, parts.stencil.textContent]).toEqual([sentence, sentence])
  expect([parts['stencil-pdf'].disabled, parts['card-pdf'].disabled, parts.paper.disabled]).toEqual(
    [true, true, true],
  )
})

test.each(['trace', 'assess', 'count-sheets'])(
  'a worker that breaks while it computes %s has a sentence',
  async (type) => {
    vi.stubGlobal(
      'Worker',
      class extends InPageWorker {
        override postMessage(message: Request | Cancel) {
          if (message.type !== type) return super.postMessage(message)
          this.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }))
        }
      },
    )
    const { parts, done } = renderPage()
    await done
    expect(parts.status.textContent).toBe('Une erreur inattendue est survenue. Veuillez réessayer.')
    expect(parts.stencil.textContent).not.toBe('...')
    expect(parts['stencil-pdf'].disabled).toBe(true)
  },
)

test('shows the design between rulers, its colours and every file where the page has a place for them', async () => {
  const bytes = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob')
  bytes.mockImplementation((take) => take(new Blob()))
  const files = ['png', 'svg', 'psd'].map((id) => `<button id="${id}" disabled hidden></button>`)
  const places =
    '<div id="design" hidden></div><div id="colours" hidden><dd></dd></div><button id="answer-larger" hidden></button>'
  const { parts, done } = renderPage(design, places + files.join(''))
  await done
  expect(document.querySelectorAll('#design .ruler-text')).toHaveLength(18)
  expect(document.querySelector('#design image')?.getAttribute('width')).toBe('80')
  expect(parts.image.hidden).toBe(true)
  expect(document.querySelector('#colours')?.textContent).toBe('noir 100\u00a0%')
  const advised = Number(/[\d,]+/.exec(parts.recommended.textContent ?? '')?.[0].replace(',', '.'))
  expect(document.getElementById('answer-larger')?.dataset.sizeMm).toBe(
    String(Math.max(80, 10 * advised)),
  )
  for (const button of document.querySelectorAll('button')) {
    expect([button.hidden, button.disabled], button.id).toEqual([false, false])
  }
})
