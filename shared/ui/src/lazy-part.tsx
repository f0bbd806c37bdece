import { type ComponentType, createElement, lazy, useEffect, useState } from 'react'
import { Button } from './button.tsx'

/**
 * Retries of the parts that say they are missing. A file may have several parts: one click brings
 * all.
 */
const retries = new Set<() => void>()

/**
 * A component in a chunk of its own, to render inside a `Suspense`, and a function that loads the
 * chunk early. After an early load the component renders at once. A chunk that does not arrive
 * leaves a sentence and "Réessayer" in the component's place, below `Fallback`; the rest of the
 * page keeps its state, and the early load rejects. The shell's `load-retries.ts` lists what is
 * tried before that.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback?: ComponentType<Props>,
) {
  let loaded: ComponentType<Props> | null = null
  /** `lazy` keeps a failure for as long as the page lives, so each try has its own. */
  let newest: ComponentType<Props> | null = null
  const choose = () => {
    if (loaded) return loaded
    newest ??= lazy(read)
    return newest
  }

  const preload = async () => {
    loaded = await load()
    return loaded
  }
  async function read(): Promise<{ default: ComponentType<Props> }> {
    try {
      return { default: await preload() }
    } catch (error) {
      // The first script reports it.
      dispatchEvent(new ErrorEvent('error', { error }))
      return { default: Missing }
    }
  }
  function Part(props: Props) {
    // Chosen once: another component would lose its state.
    const [Chosen] = useState(choose)
    return createElement(Chosen, props)
  }
  function Missing(props: Props) {
    const [isRetrying, setIsRetrying] = useState(false)
    useEffect(() => {
      const retry = () => {
        // Not earlier: React renders a part that has not mounted yet from the start, and would load
        // it again and again.
        newest = null
        setIsRetrying(true)
      }
      retries.add(retry)
      return () => void retries.delete(retry)
    }, [])
    if (isRetrying) return <Part {...props} />
    return (
      <>
        {Fallback && <Fallback {...props} />}
        <div role="alert" lang="fr" style={{ padding: 'var(--space-4)' }}>
          <p>Une partie de la page n'est pas arrivée.</p>
          <Button onClick={retryAll}>Réessayer</Button>
        </div>
      </>
    )
  }
  return [Part, preload] as const
}

function retryAll(): void {
  for (const retry of retries) retry()
}
