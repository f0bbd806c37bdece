import type { ShellApi } from '@encre/protocol/shell-api'
import { type Pages, showPage } from '@encre/remote-kit/pages'
import { lazyPart } from '@encre/ui/lazy-part'
import { type ReactNode, Suspense } from 'react'
import type { routes } from '../routes.ts'
import { readAtelierPath } from './atelier/atelier-path.ts'
import { readComparePath } from './compare/compare-path.ts'
import { isDeletedPath } from './filter/gallery-filter.ts'
import styles from './gallery-page.module.css'
import { GalleryPage } from './gallery-page.tsx'

// One chunk: both pages are mostly the atelier's frame.
const [AtelierPage, preloadAtelierPage] = lazyPart(
  async () => (await import(/* webpackChunkName: "atelier" */ './atelier/atelier-page.tsx')).AtelierPage,
)
const [DrawingPage, preloadDrawingPage] = lazyPart(
  async () => (await import(/* webpackChunkName: "atelier" */ './drawing/drawing-page.tsx')).DrawingPage,
)
const [DeletedPage] = lazyPart(async () => (await import(/* webpackChunkName: "later" */ './deletion/deleted-page.tsx')).DeletedPage)
const [ComparePage, preloadComparePage] = lazyPart(async () => (await import('./compare/compare-page.tsx')).ComparePage)

// The shell renders the remote when the session is ready. The chunk of the opened page loads meanwhile. A chunk that fails is requested again
// when it is rendered.
const openedPath = location.pathname + location.search
if (readComparePath(openedPath)) preloadComparePage().catch(() => {})
else if (readAtelierPath(openedPath)) preloadAtelierPage().catch(() => {})
else if (location.pathname === '/calque') preloadDrawingPage().catch(() => {})

const pages: Pages<typeof routes> = {
  '/gallery': (shell) => (isDeletedPath(shell.path) ? <Room page={<DeletedPage shell={shell} />} /> : <GalleryPage shell={shell} />),
  '/gallery/:id': (shell) => {
    const compared = readComparePath(shell.path)
    const opened = readAtelierPath(shell.path)
    if (compared) return <Room page={<ComparePage shell={shell} path={compared} />} />
    return opened && <Room page={<AtelierPage shell={shell} path={opened} />} />
  },
  '/calque': (shell) => <Room page={<DrawingPage shell={shell} />} />,
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
