import { matchesRoute } from '@encre/protocol/route-match'
import type { ShellApi } from '@encre/protocol/shell-api'
import { type ComponentType, createElement, lazy, type ReactNode, useEffect, useState } from 'react'

/** What a remote shows on each of its routes. Its routes come from `defineRoutes`: a route without a page is a type error. */
export type Pages<Routes extends readonly { path: string }[]> = string extends Routes[number]['path']
  ? never
  : Record<Routes[number]['path'], (shell: ShellApi) => ReactNode>

/** The page of the shell's path. Throws for a path that no route shows: the shell opens a remote on its own routes only. */
export function showPage(pages: Record<string, (shell: ShellApi) => ReactNode>, shell: ShellApi): ReactNode {
  const { pathname } = new URL(shell.path, 'https://encre.invalid')
  const [, page] = Object.entries(pages).find(([path]) => matchesRoute({ path }, pathname)) ?? []
  if (!page) throw new Error(`no route for ${shell.path}`)
  return page(shell)
}

/** Sets the title of the page, without the site's name. The shell renders the document's only `<title>`. */
export function usePageTitle({ setTitle }: Pick<ShellApi, 'setTitle'>, title: string): void {
  useEffect(() => setTitle(title), [setTitle, title])
}

/**
 * A component in a chunk of its own, to render inside a `Suspense`, and a function that loads the chunk early. After an early load the
 * component renders at once. A chunk that fails is requested once more. If it fails again, `Fallback` replaces the component until the page
 * is left; without a `Fallback` the shell shows that the page failed. The early load rejects when its request fails; the component then
 * requests the chunk again.
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
