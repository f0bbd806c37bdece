import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { Skeleton, SkeletonProvider, useSkeleton } from './skeleton.tsx'

const Page = () => (useSkeleton(false) ? <Skeleton /> : <p>Chargement</p>)

// e2e/first-paint.spec.ts proves that React keeps the skeleton's nodes until the remote takes their
// place.
test.each([
  ['/gallery', true],
  ['/generator', false],
  [null, false],
])('a page that was opened with %s shows its skeleton at /gallery: %s', (openedWith, isShown) => {
  const html = renderToString(
    <MemoryRouter initialEntries={['/gallery']}>
      <SkeletonProvider openedWith={openedWith}>
        <Page />
      </SkeletonProvider>
    </MemoryRouter>,
  )
  expect([html.includes('id="skeleton"'), html.includes('Chargement')]).toEqual([isShown, !isShown])
})
