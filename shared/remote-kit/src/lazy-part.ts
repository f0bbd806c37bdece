import { type ComponentType, createElement, lazy, useState } from 'react'

/**
 * A component in a chunk of its own, to render inside a `Suspense`, and a function that loads the chunk early: the component then renders at
 * once, without the fallback of the `Suspense`. A chunk that fails is requested once more. After that `Fallback` takes the component's place
 * for as long as the page lives; without a `Fallback` the error reaches the shell, which shows that the page failed. The early load rejects
 * when its request fails; the component then requests the chunk again.
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
    return createElement(Chosen, props)
  }
  return [Part, preload] as const
}
