import type { ShellApi } from '@encre/protocol/shell-api'
import { type Pages, showPage } from '@encre/remote-kit/pages'
import { lazyPart } from '@encre/ui/lazy-part'
import { type ReactNode, Suspense } from 'react'
import type { routes } from '../routes.ts'
import { readAtelierPath } from './atelier-path.ts'
import { isDeletedPath } from './gallery-filter.ts'
import { DeletedPage } from './library/deletion/deleted-page.tsx'
import styles from './library/gallery-page.module.css'
import { GalleryPage } from './library/gallery-page.tsx'

const [DesignPage, preloadDesignPage] = lazyPart(
  async () => (await import(/* webpackChunkName: "atelier" */ './design-page.tsx')).DesignPage,
)
// One chunk without the atelier, whose tools load once somebody draws or writes.
const [DrawingPage, preloadDrawingPage] = lazyPart(
  async () =>
    (await import(/* webpackChunkName: "doors" */ './drawing/drawing-page.tsx')).DrawingPage,
)
const [LetteringPage, preloadLetteringPage] = lazyPart(
  async () =>
    (await import(/* webpackChunkName: "doors" */ './lettering/lettering-page.tsx')).LetteringPage,
)

let isDesignPageAsked = false

/** Once: a chunk that fails is requested again when it is rendered. */
function loadDesignPageEarly(): void {
  if (isDesignPageAsked) return
  isDesignPageAsked = true
  preloadDesignPage().catch(() => {})
}

// The shell renders the remote when the session is ready. The chunk of the opened page loads
// meanwhile.
const openedPath = location.pathname + location.search
if (readAtelierPath(openedPath)) loadDesignPageEarly()
else if (location.pathname === '/calque') preloadDrawingPage().catch(() => {})
else if (location.pathname === '/lettrage') preloadLetteringPage().catch(() => {})

const pages: Pages<typeof routes> = {
  '/gallery': (shell) =>
    isDeletedPath(shell.path) ? <DeletedPage shell={shell} /> : showGallery(shell),
  '/gallery/:id': (shell) => {
    const opened = readAtelierPath(shell.path)
    return opened ? <Room page={<DesignPage shell={shell} path={opened} />} /> : showGallery(shell)
  },
  '/calque': (shell) => <Room page={<DrawingPage shell={shell} />} />,
  '/lettrage': (shell) => <Room page={<LetteringPage shell={shell} />} />,
}

function showGallery(shell: ShellApi) {
  return <GalleryPage shell={shell} onIntent={loadDesignPageEarly} />
}

export function Remote({ shell }: { shell: ShellApi }) {
  return showPage(pages, shell)
}

function Room({ page }: { page: ReactNode }) {
  return (
    <div className={styles.room}>
      <Suspense fallback={null}>{page}</Suspense>
    </div>
  )
}
