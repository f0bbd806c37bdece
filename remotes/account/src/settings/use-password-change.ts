import type { PasswordChange } from '@encre/account-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { useState } from 'react'
import { changePassword, isSessionOver, problemCode } from '../account-api.ts'
import { settingsMessages as messages } from '../messages.ts'

type State = { status: 'idle' | 'updating' | 'updated' } | { status: 'failed'; code: string; title: { text: string; lang: 'fr' | 'en' } }

const failed = { text: messages.passwordFailed, lang: 'fr' } as const
const nobody = { text: messages.nobodySignedIn, lang: 'en' } as const

export function usePasswordChange(shell: ShellApi) {
  const [state, setState] = useState<State>({ status: 'idle' })

  /** True once the new password is the member's. */
  async function update(change: PasswordChange): Promise<boolean> {
    setState({ status: 'updating' })
    try {
      await changePassword(shell, change)
    } catch (error) {
      const isOver = isSessionOver(error)
      setState({ status: 'failed', code: problemCode(error), title: isOver ? nobody : failed })
      if (isOver) {
        shell.report(new Error(messages.nobodySignedIn, { cause: error }))
        shell.signIn(shell.path)
      }
      return false
    }
    // The change ended the session at the tenant. The password is changed even where the session cannot be resumed.
    await shell.resumeSession(change.newPassword).catch(() => shell.signIn(shell.path))
    setState({ status: 'updated' })
    return true
  }

  /** Something is typed again: what was said of the last change is over. */
  function forget() {
    if (state.status === 'updated') setState({ status: 'idle' })
  }

  return { state, update, forget }
}
