import { type ComponentType, lazy } from 'react'

/**
 * A component in a chunk of its own. A failed chunk is requested once more, then `Fallback` takes its place; without one, the shell shows
 * that the page failed. `lazy` keeps the result for as long as the page lives.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>, Fallback?: ComponentType<Props>) {
  return lazy(async () => ({
    default: await load()
      .catch(load)
      .catch((error: unknown) => Fallback ?? Promise.reject(error)),
  }))
}
