import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes, useLocation, useNavigate } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { PageFocus, useLinks } from './navigation.tsx'
import { renderAt } from './testing-auth.tsx'

const handleApproach = vi.fn()

function Links() {
  useLinks({ onApproach: handleApproach })
  return (
    <main tabIndex={-1}>
      <a href="/gallery?style=dotwork">
        <b>page</b>
      </a>
      <a href="/gallery" target="_blank" rel="noreferrer">
        new tab
      </a>
      <a href="/gallery" download>
        download
      </a>
      <a href="/api/gallery/images/1">image</a>
      <a href="https://example.com/">elsewhere</a>
      <a href="#content">skip</a>
    </main>
  )
}

/**
 * Returns whether the page handled the click. The browser's own navigation is always prevented, so
 * that the test page stays.
 */
function click(name: string, init: MouseEventInit = {}): boolean {
  let taken = false
  const handleLast = (event: Event) => {
    taken = event.defaultPrevented
    event.preventDefault()
  }
  addEventListener('click', handleLast, { once: true })
  fireEvent.click(screen.getByText(name), init)
  return taken
}

beforeEach(() => {
  handleApproach.mockReset()
  window.scrollTo = vi.fn()
})

test('a click on a link of this site opens the page', () => {
  const { visited } = renderAt('/', <Links />)
  expect(click('page')).toBe(true)
  expect(visited()).toBe('/gallery?style=dotwork')
})

test.each(['new tab', 'download', 'image', 'elsewhere', 'skip'])(
  'leaves %s to the browser',
  (name) => {
    const { visited } = renderAt('/', <Links />)
    expect(click(name)).toBe(false)
    expect(visited()).toBe('/')
  },
)

test.each([
  { ctrlKey: true },
  { metaKey: true },
  { shiftKey: true },
  { altKey: true },
  { button: 1 },
])('leaves a click with %j to the browser', (init) => {
  renderAt('/', <Links />)
  expect(click('page', init)).toBe(false)
})

test('reports the path of a link under the pointer or the focus', () => {
  renderAt('/', <Links />)
  fireEvent.pointerOver(screen.getByText('page'))
  fireEvent.focusIn(screen.getByText('elsewhere'))
  expect(handleApproach.mock.calls).toEqual([['/gallery']])
})

/** A remote with two pages at one path. One of them filters with its query. */
function Gallery() {
  const { search } = useLocation()
  return search.includes('vue=supprimes') ? <Deleted /> : <h1>Mes Designs</h1>
}

function Deleted() {
  return <h1>Supprimés récemment</h1>
}

function Site() {
  const navigate = useNavigate()
  return (
    <>
      {['/gallery', '/gallery?style=dotwork', '/gallery?vue=supprimes', '/'].map((path) => (
        <button key={path} type="button" onClick={() => navigate(path)}>
          {path}
        </button>
      ))}
      <button type="button" onClick={() => navigate(-1)}>
        back
      </button>
      <main tabIndex={-1}>
        <Routes>
          <Route path="/gallery" element={<Gallery />} />
          <Route path="*" element={<h1>Accueil</h1>} />
        </Routes>
      </main>
      <PageFocus />
    </>
  )
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const focused = () => document.activeElement?.textContent

test('leaves the focus where it is when the site opens', () => {
  renderAt('/', <Site />)
  expect(document.activeElement).toBe(document.body)
})

test('another path shows its title with the focus, from the top', async () => {
  renderAt('/', <Site />)
  await press('/gallery')
  expect(focused()).toBe('Mes Designs')
  expect(window.scrollTo).toHaveBeenCalledWith(0, 0)
})

test('another page of a remote at the same path shows its title with the focus, and so does the way back', async () => {
  renderAt('/gallery', <Site />)
  await press('/gallery?vue=supprimes')
  expect(focused()).toBe('Supprimés récemment')
  await press('/gallery')
  expect(focused()).toBe('Mes Designs')
  expect(window.scrollTo).toHaveBeenCalledTimes(2)
})

test('a filter leaves the focus on its control, and the page where it is', async () => {
  renderAt('/gallery', <Site />)
  await press('/gallery?style=dotwork')
  expect(focused()).toBe('/gallery?style=dotwork')
  expect(window.scrollTo).not.toHaveBeenCalled()
})
