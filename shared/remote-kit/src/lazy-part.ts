import { type ComponentType, lazy, useState } from 'react'

/**
 * A component in a chunk of its own, and a function that loads it before it is needed: it then renders at once. A failed chunk is requested
 * once more, then `Fallback` takes its place for as long as the page lives; without one, the shell shows that the page failed.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>, Fallback?: ComponentType<Props>) {
  let loaded: ComponentType<Props> | null = null
  const preload = async () => {
    loaded = await load()
    return loaded
  }
  const Lazy: ComponentType<Props> = lazy(async () => ({
    default: await preload()
      .catch(preload)
      .catch((error: unknown) => Fallback ?? Promise.reject(error)),
  }))
  function Part(props: Props) {
    // Chosen once: another component would lose its state.
    const [Chosen] = useState(() => loaded ?? Lazy)
    return <Chosen {...props} />
  }
  return [Part, preload] as const
}
