import { skeletonId } from '@encre/protocol/prerendered-page'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useInsertionEffect,
  useState,
} from 'react'
import { useLocation } from 'react-router-dom'
import styles from './remote-page.module.css'
import { holdStylesheets } from './stylesheets.ts'

const SkeletonContext = createContext<{ path: string | null; leave: () => void }>({
  path: null,
  leave: () => {},
})

export function SkeletonProvider({
  openedWith,
  children,
}: {
  openedWith: string | null
  children: ReactNode
}) {
  const [path, setPath] = useState(openedWith)
  const leave = useCallback(() => setPath(null), [])
  return <SkeletonContext value={{ path, leave }}>{children}</SkeletonContext>
}

/**
 * Whether this page shows the skeleton of its HTML. It leaves for good when `isOver` is true or the
 * page is left.
 */
export function useSkeleton(isOver: boolean): boolean {
  const { pathname } = useLocation()
  const { path, leave } = useContext(SkeletonContext)
  const isShown = path === pathname
  useEffect(() => {
    if (isOver) leave()
  }, [isOver, leave])
  useEffect(() => leave, [leave])
  return isShown && !isOver
}

/**
 * The element that the site's worker filled with a remote's skeleton. The text as its only child
 * makes React leave the content alone when it takes over the page: React neither reads nor creates
 * the skeleton's nodes. `inert` makes its controls unusable without another look: a form that the
 * browser sends would leave the page.
 */
export function Skeleton() {
  // The held stylesheets apply in the commit that replaces the skeleton.
  useInsertionEffect(holdStylesheets, [])
  return (
    <div
      id={skeletonId}
      className={styles.skeleton}
      aria-busy="true"
      inert
      suppressHydrationWarning
    >
      {''}
    </div>
  )
}

export function findSkeletonPath(page: Document, path: string): string | null {
  return page.getElementById(skeletonId) ? path : null
}
