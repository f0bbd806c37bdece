import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { Skeleton, SkeletonProvider, useSkeleton } from './skeleton.tsx'

const Page = () => (useSkeleton(false) ? <Skeleton /> : <p>Chargement</p>)

// e2e/first-paint.spec.ts proves that React keeps the skeleton's nodes until the remote takes their
// place.
test.each([
  { openedWith: '/gallery', isShown: true },
  { openedWith: '/generator', isShown: false },
  { openedWith: null, isShown: false },
])(
  'a page that was opened with $openedWith shows its skeleton at /gallery: $isShown',
  ({ openedWith, isShown }) => {
    const html = renderToString(
      <MemoryRouter initialEntries={['/gallery']}>
        <SkeletonProvider openedWith={openedWith}>
          <Page />
        </SkeletonProvider>
      </MemoryRouter>,
    )
    expect([html.includes('id="skeleton"'), html.includes('Chargement')]).toEqual([
      isShown,
      !isShown,
    ])
  },
)
