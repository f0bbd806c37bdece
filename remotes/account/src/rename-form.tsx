import {
  nameLimit,
  type Rename,
  readMember,
  renameMember,
  type User,
} from '@encre/account-worker/contract'
import type { Member, ShellApi } from '@encre/protocol/shell-api'
import { readTabText, saveTabText } from '@encre/protocol/tab-storage'
import { typedText } from '@encre/protocol/typed-text'
import { TakenBackError } from '@encre/protocol/writer'
import { call } from '@encre/remote-kit/call'
import { problemCode, SessionEndedError } from '@encre/remote-kit/session'
import { useWriter } from '@encre/remote-kit/use-writer'
import { SubmitButton } from '@encre/ui/submit-button'
import { TextField } from '@encre/ui/text-field'
import { WriteFailure } from '@encre/ui/write-failure'
import { Fragment, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { problemMessage, profileMessages, type settingsMessages } from './messages.ts'
import page from './page.module.css'

/**
 * The form for a member's name, on the profile and in the settings. A refused name stays in the
 * field.
 */
export function useRename(shell: ShellApi, member: Member) {
  const [savedName, setSavedName] = useState(member.name)
  // When the session ends while a name is being edited, the name stays in this tab until the member
  // has signed in again.
  const key = `encre:name:${shell.path}:${member.id}`
  const [draft] = useState(() => readTabText(key))
  const [name, setName] = useState(draft ?? member.name)
  const [state, setState] = useState<
    { status: 'idle' | 'saving' | 'saved' } | { status: 'failed'; code: string }
  >({ status: 'idle' })
  const writer = useWriter()
  const trimmedName = typedText(name).trim()
  const isBlank = trimmedName === ''
  const isSaving = state.status === 'saving'
  const readOther = useOtherName(shell, reset, name === savedName)

  function change(text: string) {
    setName(text)
    if (state.status === 'saved') setState({ status: 'idle' })
  }

  function reset(to = savedName) {
    setSavedName(to)
    setName(to)
    setState({ status: 'idle' })
    saveTabText(key, null)
  }

  /**
   * Resolves to the user with the new name, or to null after a failure, which `state` describes.
   */
  async function save(): Promise<User | null> {
    setState({ status: 'saving' })
    try {
      const user = await writer.write('rename', {
        send: (ageMs) => call(shell, renameMember, { body: bodyOf({ name: trimmedName, ageMs }) }),
        onWait: (code) =>
          setState(code === null ? { status: 'saving' } : { status: 'failed', code }),
      })
      // The name is saved. If the header still shows the old one, this form has not failed.
      await shell.refreshMember().catch((error: unknown) => shell.report(error))
      setSavedName(user.name)
      setName(user.name)
      saveTabText(key, null)
      setState({ status: 'saved' })
      return user
    } catch (error) {
      if (error instanceof TakenBackError) {
        setState({ status: 'idle' })
        return null
      }
      // Another device has changed it after this press: its name is the last one.
      if (problemCode(error) === 'version-conflict') {
        reset()
        await readOther()
        return null
      }
      if (error instanceof SessionEndedError) saveTabText(key, name)
      else shell.report(new Error(profileMessages.saveFailed, { cause: error }))
      setState({ status: 'failed', code: problemCode(error) })
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
    takeBack: () => writer.takeBack('rename'),
    canSave: !isSaving && !isBlank && trimmedName !== savedName,
  }
}

/** Takes every field that a member can change: one that this form forgets is a type error. */
function bodyOf(fields: Record<Exclude<keyof Rename, 'from'>, unknown> & Rename): Rename {
  return fields
}

/**
 * Reads the name, which another tab or device may have changed, when the tab comes into view, but not
 * while the member types another one.
 */
function useOtherName(
  shell: ShellApi,
  onChange: (name: string) => void,
  isIdle: boolean,
): () => Promise<void> {
  async function read() {
    const found = await call(shell, readMember, {}).catch(() => null)
    if (!found || found.name === shell.member?.name) return
    onChange(found.name)
    await shell.refreshMember().catch((error: unknown) => shell.report(error))
  }

  const handleView = useEffectEvent(() => {
    if (document.visibilityState === 'visible' && isIdle) void read()
  })
  useEffect(() => {
    const listener = () => handleView()
    document.addEventListener('visibilitychange', listener)
    return () => document.removeEventListener('visibilitychange', listener)
  }, [])
  return read
}

interface RenameFormProps {
  rename: ReturnType<typeof useRename>
  email: string
  /** The profile is in French, the settings are in English. */
  text: typeof profileMessages | typeof settingsMessages
  onSave: () => void
  saved?: ReactNode
  children?: ReactNode
}

/** Every field of the profile but these. The pages show the date, and nobody the id. */
type FormField = Exclude<keyof User, 'id' | 'createdAt'>

export function RenameForm({ rename, email, text, onSave, saved, children }: RenameFormProps) {
  const { name, change, state, isBlank, isSaving, canSave } = rename
  const fields: Record<FormField, ReactNode> = {
    name: (
      <TextField
        label={text.name}
        name="name"
        value={name}
        onChange={change}
        error={isBlank ? text.nameRequired : null}
        autoComplete="name"
        maxLength={nameLimit}
      />
    ),
    email: (
      <TextField
        label={text.email}
        name="email"
        type="email"
        value={email}
        onChange={() => {}}
        disabled
        hint={text.emailFixed}
      />
    ),
  }
  return (
    <form
      className={page.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (canSave) onSave()
      }}
    >
      {state.status === 'failed' && (
        <WriteFailure
          title={profileMessages.saveFailed}
          lang="fr"
          code={state.code}
          reason={problemMessage(state.code)}
          takeBack={rename.takeBack}
        />
      )}
      {state.status === 'saved' && saved}
      {Object.entries(fields).map(([field, input]) => (
        <Fragment key={field}>{input}</Fragment>
      ))}
      <div className={page.actions}>
        {children}
        <SubmitButton busy={isSaving} busyLabel={text.saving} disabled={!canSave}>
          {text.save}
        </SubmitButton>
      </div>
    </form>
  )
}
