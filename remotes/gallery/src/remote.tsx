import type { ShellApi } from '@encre/protocol/shell-api'
import { readAtelierPath } from './atelier/atelier-path.ts'
import { readComparePath } from './compare/compare-path.ts'
import { DeletedPage } from './deletion/deleted-page.tsx'
import { isDeletedPath } from './filter/gallery-filter.ts'
import { GalleryPage } from './gallery-page.tsx'
import { lazyPage } from './lazy-page.tsx'

const AtelierPage = lazyPage(async () => (await import('./atelier/atelier-page.tsx')).AtelierPage)
const ComparePage = lazyPage(async () => (await import('./compare/compare-page.tsx')).ComparePage)

// The shell shows the remote once the session is there. The chunk of the opened page arrives meanwhile.
const openedPath = location.pathname + location.search
if (readComparePath(openedPath)) ComparePage.load().catch(() => {})
else if (readAtelierPath(openedPath)) AtelierPage.load().catch(() => {})

/** The entry of this remote. */
export function Remote({ shell }: { shell: ShellApi }) {
  const compared = readComparePath(shell.path)
  const opened = readAtelierPath(shell.path)
  if (compared) return <ComparePage.Page shell={shell} path={compared} />
  if (opened) return <AtelierPage.Page shell={shell} path={opened} />
  return isDeletedPath(shell.path) ? <DeletedPage shell={shell} /> : <GalleryPage shell={shell} />
}
