import type { ShellApi } from '@encre/protocol/shell-api'
import { problemCode, SessionEndedError } from '@encre/remote-kit/session'
import { useState } from 'react'
import { eraseAccount } from '../account-api.ts'
import { erasureMessages as messages } from '../messages.ts'

type State = { status: 'idle' | 'erasing' | 'sign-in-kept' } | { status: 'failed'; code: string }

export function useErasure(shell: ShellApi) {
  const [state, setState] = useState<State>({ status: 'idle' })

  async function erase() {
    setState({ status: 'erasing' })
    try {
      const { signInErased } = await eraseAccount(shell)
      // Drafts go with the account.
      sessionStorage.clear()
      if (!signInErased) return setState({ status: 'sign-in-kept' })
      shell.navigate('/compte-supprime')
      shell.announce(messages.erased)
      // The session ended with the account: the shell reads the member, finds none and signs out.
      await shell.refreshMember().catch(() => {})
    } catch (error) {
      setState({ status: 'failed', code: problemCode(error) })
      if (!(error instanceof SessionEndedError)) shell.report(new Error(messages.failed, { cause: error }))
    }
  }

  return { state, erase }
}
