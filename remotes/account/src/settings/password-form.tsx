import type { PasswordChange } from '@encre/account-worker/contract'
import { minimumPasswordLength } from '@encre/protocol/catalogue'
import type { Member, ShellApi } from '@encre/protocol/shell-api'
import { problemCode, SessionEndedError } from '@encre/remote-kit/session'
import { Notice } from '@encre/ui/notice'
import { SubmitButton } from '@encre/ui/submit-button'
import { TextField } from '@encre/ui/text-field'
import { useState } from 'react'
import { changePassword } from '../account-api.ts'
import { settingsMessages as messages, problemMessage } from '../messages.ts'
import page from '../page.module.css'

const blank = { currentPassword: '', newPassword: '', confirmPassword: '' }

export function PasswordForm({ shell, member }: { shell: ShellApi; member: Member }) {
  const [typed, setTyped] = useState(blank)
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set())
  const { state, update, clearSuccess } = usePasswordChange(shell)
  const { currentPassword, newPassword, confirmPassword } = typed

  const isTooShort = newPassword !== '' && [...newPassword].length < minimumPasswordLength
  const isDifferent = confirmPassword !== '' && confirmPassword !== newPassword
  const isFilled = currentPassword !== '' && newPassword !== '' && confirmPassword !== ''
  const isUpdating = state.status === 'updating'
  const canUpdate = isFilled && !isTooShort && !isDifferent && !isUpdating

  // A field shows its mistake once the member has left it, or once more typing cannot mend it.
  const showTooShort = isTooShort && (visited.has('newPassword') || confirmPassword !== '')
  const showDifferent = isDifferent && (visited.has('confirmPassword') || !newPassword.startsWith(confirmPassword))

  const field = (name: keyof typeof blank) => ({
    label: messages[name],
    name,
    type: 'password' as const,
    autoComplete: 'new-password',
    reveal: messages.reveal,
    value: typed[name],
    onChange: (text: string) => {
      setTyped({ ...typed, [name]: text })
      clearSuccess()
    },
  })

  async function handleSubmit() {
    if (!(await update({ currentPassword, newPassword }))) return
    setTyped(blank)
    setVisited(new Set())
  }

  return (
    <form
      className={page.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (canUpdate) void handleSubmit()
      }}
      onBlur={(event) => event.target instanceof HTMLInputElement && setVisited(new Set(visited).add(event.target.name))}
    >
      {state.status === 'failed' && (
        <Notice kind="error" title={state.title.text} lang={state.title.lang}>
          <p lang="fr">{problemMessage(state.code)}</p>
        </Notice>
      )}
      {state.status === 'updated' && <Notice kind="success" title={messages.passwordUpdated} />}
      {/* For password managers: the account whose password changes. */}
      <input type="email" name="username" autoComplete="username" value={member.email} readOnly hidden />
      <TextField {...field('currentPassword')} autoComplete="current-password" />
      <TextField {...field('newPassword')} error={showTooShort ? messages.passwordTooShort : null} hint={messages.newPasswordHint} />
      <TextField {...field('confirmPassword')} error={showDifferent ? messages.passwordsDiffer : null} />
      <div className={page.actions}>
        <SubmitButton busy={isUpdating} busyLabel={messages.updating} disabled={!canUpdate}>
          {messages.update}
        </SubmitButton>
      </div>
    </form>
  )
}

type State = { status: 'idle' | 'updating' | 'updated' } | { status: 'failed'; code: string; title: { text: string; lang: 'fr' | 'en' } }

const failed = { text: messages.passwordFailed, lang: 'fr' } as const
const notSignedIn = { text: messages.nobodySignedIn, lang: 'en' } as const

function usePasswordChange(shell: ShellApi) {
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
