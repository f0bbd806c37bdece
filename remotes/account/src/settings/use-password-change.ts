import type { PasswordChange } from '@encre/account-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { problemCode, SessionEndedError } from '@encre/remote-kit/session'
import { useState } from 'react'
import { changePassword } from '../account-api.ts'
import { settingsMessages as messages } from '../messages.ts'

type State = { status: 'idle' | 'updating' | 'updated' } | { status: 'failed'; code: string; title: { text: string; lang: 'fr' | 'en' } }

const failed = { text: messages.passwordFailed, lang: 'fr' } as const
const notSignedIn = { text: messages.nobodySignedIn, lang: 'en' } as const

export function usePasswordChange(shell: ShellApi) {
  const [state, setState] = useState<State>({ status: 'idle' })

  /** Resolves to true once the password is changed. */
  async function update(change: PasswordChange): Promise<boolean> {
    setState({ status: 'updating' })
    try {
      await changePassword(shell, change)
    } catch (error) {
      const isSessionOver = error instanceof SessionEndedError
      if (isSessionOver) shell.report(new Error(messages.nobodySignedIn, { cause: error }))
      setState({ status: 'failed', code: problemCode(error), title: isSessionOver ? notSignedIn : failed })
      return false
    }
    // The change ended the session at the tenant. The password is changed even if the session cannot be resumed.
    await shell.resumeSession(change.newPassword).catch(() => shell.signIn(shell.path))
    setState({ status: 'updated' })
    return true
  }

  /** Removes the success message, when the member types again. */
  function clearSuccess() {
    if (state.status === 'updated') setState({ status: 'idle' })
  }

  return { state, update, clearSuccess }
}
