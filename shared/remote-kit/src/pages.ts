import { matchesRoute } from '@encre/protocol/route-match'
import type { ShellApi } from '@encre/protocol/shell-api'
import { type ReactNode, useEffect } from 'react'

/**
 * What a remote shows on each of its routes. Its routes come from `defineRoutes`: a route without a
 * page is a type error.
 */
export type Pages<Routes extends readonly { path: string }[]> =
  string extends Routes[number]['path']
    ? never
    : Record<Routes[number]['path'], (shell: ShellApi) => ReactNode>

/**
 * The first state of each route, and of single addresses and views. Null, where it is written, for a
 * route that shows nothing before its code runs. A route without a skeleton is a type error.
 */
export type Skeletons<Routes extends readonly { path: string }[]> =
  string extends Routes[number]['path']
    ? never
    : Record<Routes[number]['path'], ReactNode> & Record<string, ReactNode>

/**
 * The page of the shell's path. Throws for a path that no route shows: the shell opens a remote on
 * its own routes only.
 */
export function showPage(
  pages: Record<string, (shell: ShellApi) => ReactNode>,
  shell: ShellApi,
): ReactNode {
  const { pathname } = new URL(shell.path, 'https://encre.invalid')
  const [, page] = Object.entries(pages).find(([path]) => matchesRoute({ path }, pathname)) ?? []
  if (!page) throw new Error(`no route for ${shell.path}`)
  return page(shell)
}

/**
 * Sets the title of the page, without the site's name. The shell renders the document's only
 * `<title>`.
 */
export function usePageTitle({ setTitle }: Pick<ShellApi, 'setTitle'>, title: string): void {
  useEffect(() => setTitle(title), [setTitle, title])
}
