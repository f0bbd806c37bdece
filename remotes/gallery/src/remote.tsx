import type { ShellApi } from '@encre/protocol/shell-api'
import { lazy, Suspense } from 'react'
import { readAtelierPath } from './atelier/atelier-path.ts'
import { readComparePath } from './compare/compare-path.ts'
import { DeletedPage } from './deleted-page.tsx'
import { isDeletedPath } from './gallery-filter.ts'
import { GalleryPage } from './gallery-page.tsx'

/** A failed chunk is requested once more: `lazy` keeps a rejection for as long as the page lives. */
const loadAtelier = () => import('./atelier/atelier-page.tsx')
const AtelierPage = lazy(async () => ({ default: (await loadAtelier().catch(loadAtelier)).AtelierPage }))
const loadCompare = () => import('./compare/compare-page.tsx')
const ComparePage = lazy(async () => ({ default: (await loadCompare().catch(loadCompare)).ComparePage }))

/** The entry of this remote. */
export function Remote({ shell }: { shell: ShellApi }) {
  const compared = readComparePath(shell.path)
  const opened = readAtelierPath(shell.path)
  if (compared) {
    return (
      <Suspense fallback={null}>
        <ComparePage shell={shell} path={compared} />
      </Suspense>
    )
  }
  if (opened) {
    return (
      <Suspense fallback={null}>
        <AtelierPage shell={shell} path={opened} />
      </Suspense>
    )
  }
  return isDeletedPath(shell.path) ? <DeletedPage shell={shell} /> : <GalleryPage shell={shell} />
}
