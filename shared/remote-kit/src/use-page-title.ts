import type { ShellApi } from '@encre/protocol/shell-api'
import { useEffect } from 'react'

/** Sets the title of the page, without the site's name. The shell renders the document's only `<title>`. */
export function usePageTitle({ setTitle }: Pick<ShellApi, 'setTitle'>, title: string): void {
  useEffect(() => setTitle(title), [setTitle, title])
}
