import type { AccountProblem, ErasureRequest } from '@encre/account-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { problemCode, SessionEndedError } from '@encre/remote-kit/session'
import { useState } from 'react'
import { eraseAccount } from '../account-api.ts'
import { erasureMessages as messages } from '../messages.ts'

/** `refused`: the proof was not accepted, and nothing is deleted. `failed`: the deletion may have stopped half-way. */
type State = { status: 'idle' | 'erasing' | 'sign-in-kept' } | { status: 'refused' | 'failed'; code: string }

const proofProblems: readonly AccountProblem[] = [
  'wrong-password',
  'too-many-attempts',
  'password-leaked',
  'account-blocked',
  'sign-in-required',
  'failed-precondition',
]

export function useErasure(shell: ShellApi) {
  const [state, setState] = useState<State>({ status: 'idle' })

  /** Resolves to false if the member has to prove again that it is them. */
  async function erase(getProof: () => Promise<ErasureRequest>): Promise<boolean> {
    setState({ status: 'erasing' })
    try {
      const { signInErased } = await eraseAccount(shell, await getProof())
      clearDrafts()
      if (signInErased) await leave(shell)
      else setState({ status: 'sign-in-kept' })
      return true
    } catch (error) {
      const code = problemCode(error)
      const isRefused = proofProblems.some((problem) => problem === code)
      setState({ status: isRefused ? 'refused' : 'failed', code })
      if (!isRefused && !(error instanceof SessionEndedError)) shell.report(new Error(messages.failed, { cause: error }))
      return !isRefused
    }
  }

  return { state, erase, reset: () => setState({ status: 'idle' }) }
}

/** Also clears in browsers without `Clear-Site-Data`. A browser that refuses the storage has no drafts. */
function clearDrafts(): void {
  try {
    sessionStorage.clear()
  } catch {
    // Nothing to clear.
  }
}

/** The session ended with the account: the shell reads the member, finds none and signs out. */
async function leave(shell: ShellApi): Promise<void> {
  shell.navigate('/compte-supprime')
  shell.announce(messages.erased)
  // The account is gone, whether or not the shell can find that out now.
  await shell.refreshMember().catch(() => {})
}
