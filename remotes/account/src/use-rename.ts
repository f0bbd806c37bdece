import type { User } from '@encre/account-worker/contract'
import type { Member, ShellApi } from '@encre/protocol/shell-api'
import { useState } from 'react'
import { isSessionOver, problemCode, renameUser } from './account-api.ts'
import { profileMessages } from './messages.ts'
import { dropNameDraft, keepNameDraft, readNameDraft } from './name-draft.ts'

/** The form of a member's name, on the profile and in the settings: what is typed, and its saving. */
export function useRename(shell: ShellApi, member: Member) {
  const [savedName, setSavedName] = useState(member.name)
  const [draft] = useState(() => readNameDraft(shell, member.id))
  const [name, setName] = useState(draft ?? member.name)
  const [state, setState] = useState<{ status: 'idle' | 'saving' | 'saved' } | { status: 'failed'; code: string }>({ status: 'idle' })
  const wanted = name.trim()
  const isBlank = wanted === ''
  const isSaving = state.status === 'saving'

  function change(text: string) {
    setName(text)
    if (state.status === 'saved') setState({ status: 'idle' })
  }

  function reset() {
    setName(savedName)
    setState({ status: 'idle' })
    dropNameDraft(shell, member.id)
  }

  /** Answers the user with the new name, or null after a failure, which `state` tells. */
  async function save(): Promise<User | null> {
    setState({ status: 'saving' })
    try {
      const user = await renameUser(shell, { name: wanted })
      // The name is saved: a header that still shows the old one is no failure of this form.
      await shell.refreshMember().catch((error: unknown) => shell.report(error))
      setSavedName(user.name)
      setName(user.name)
      dropNameDraft(shell, member.id)
      setState({ status: 'saved' })
      return user
    } catch (error) {
      shell.report(new Error(profileMessages.saveFailed, { cause: error }))
      setState({ status: 'failed', code: problemCode(error) })
      if (isSessionOver(error)) {
        keepNameDraft(shell, member.id, name)
        shell.signIn(shell.path)
      }
      return null
    }
  }

  return {
    name,
    change,
    reset,
    save,
    state,
    isBlank,
    isSaving,
    hasDraft: draft !== null,
    canSave: !isSaving && !isBlank && wanted !== savedName,
  }
}
