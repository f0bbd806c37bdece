import { type ComponentType, lazy, Suspense, useState } from 'react'

/**
 * A page in a chunk of its own. If `load` was called and the chunk is there, the page renders at once: nothing comes between it and the
 * skeleton that the site shows before.
 */
export function lazyPage<Props extends object>(request: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null
  async function load() {
    // A failed chunk is requested once more: `lazy` keeps a rejection for as long as the page lives.
    loaded = await request().catch(request)
    return { default: loaded }
  }
  const Lazy = lazy(load)
  function Page(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Lazy)
    return (
      <Suspense fallback={null}>
        <Shown {...props} />
      </Suspense>
    )
  }
  return { load, Page }
}
