import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useLinks } from './navigation.tsx'
import { renderAt } from './testing-auth.tsx'

const handleApproach = vi.fn()

function Site() {
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

/** Returns whether the page handled the click. The browser's own navigation is always prevented, so that the test page stays. */
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
  history.replaceState(null, '', '/')
})

test('a click on a link of this site opens the page', () => {
  const { visited } = renderAt('/', <Site />)
  expect(click('page')).toBe(true)
  expect(visited()).toBe('/gallery?style=dotwork')
})

test.each(['new tab', 'download', 'image', 'elsewhere', 'skip'])('leaves %s to the browser', (name) => {
  const { visited } = renderAt('/', <Site />)
  expect(click(name)).toBe(false)
  expect(visited()).toBe('/')
})

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  'leaves a click with %j to the browser',
  (init) => {
    renderAt('/', <Site />)
    expect(click('page', init)).toBe(false)
  },
)

test('reports the path of a link under the pointer or the focus', () => {
  renderAt('/', <Site />)
  fireEvent.pointerOver(screen.getByText('page'))
  fireEvent.focusIn(screen.getByText('elsewhere'))
  expect(handleApproach.mock.calls).toEqual([['/gallery']])
})
