import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes, useLocation, useNavigate } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { PageFocus } from './navigation.tsx'
import { renderAt } from './testing-auth.tsx'

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

beforeEach(() => {
  window.scrollTo = vi.fn()
})

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

test('back leaves the scroll position to the browser', async () => {
  renderAt('/gallery', <Site />)
  await press('/gallery?vue=supprimes')
  vi.mocked(window.scrollTo).mockClear()
  await press('back')
  expect(focused()).toBe('Mes Designs')
  expect(window.scrollTo).not.toHaveBeenCalled()
})
