import type { ShellApi } from '@encre/protocol/shell-api'
import { useEffect, useEffectEvent } from 'react'

export function usePageTitle(shell: ShellApi, title: string) {
  const nameThePage = useEffectEvent(() => shell.setTitle(title))
  useEffect(() => nameThePage(), [])
}
