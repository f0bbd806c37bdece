import { act } from '@testing-library/react'
import { useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { Skeleton, SkeletonProvider, useSkeleton } from './skeleton.tsx'

function Page() {
  const [isOver, setIsOver] = useState(false)
  const showsSkeleton = useSkeleton(isOver)
  return (
    <main>
      {showsSkeleton ? <Skeleton /> : isOver ? <h1>Galerie</h1> : <p>Chargement</p>}
      <button type="button" onClick={() => setIsOver(true)}>
        finish
      </button>
    </main>
  )
}

const page = (opened: string | null) => (
  <MemoryRouter initialEntries={['/gallery']}>
    <SkeletonProvider openedWith={opened}>
      <Page />
    </SkeletonProvider>
  </MemoryRouter>
)

afterEach(() => vi.restoreAllMocks())

test("React keeps the nodes of the page's skeleton, and replaces them by the remote's", async () => {
  const root = document.createElement('div')
  root.innerHTML = renderToString(page('/gallery')).replace('</div>', '<h1 class="gallery_v1_title">Mes Designs</h1></div>')
  document.body.replaceChildren(root)
  const heading = root.querySelector('h1')
  expect(heading?.textContent).toBe('Mes Designs')

  const onRecoverableError = vi.fn()
  const written = vi.spyOn(Element.prototype, 'innerHTML', 'set')
  await act(async () => hydrateRoot(root, page('/gallery'), { onRecoverableError }))
  expect(root.querySelector('h1')).toBe(heading)
  expect(onRecoverableError).not.toHaveBeenCalled()

  await act(async () => root.querySelector('button')?.click())
  expect(heading?.isConnected).toBe(false)
  expect(root.querySelector('h1')?.textContent).toBe('Galerie')
  expect(written).not.toHaveBeenCalled()
})

test('a page that was opened with another address shows no skeleton', () => {
  expect(renderToString(page('/generator'))).toContain('Chargement')
  expect(renderToString(page(null))).toContain('Chargement')
})
