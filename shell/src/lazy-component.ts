import { type ComponentType, lazy } from 'react'

/** A component in a chunk of its own. `lazy` keeps a rejection for as long as the page lives, so a failed chunk is requested once more first. */
export function lazyComponent<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load().catch(load) }))
}
