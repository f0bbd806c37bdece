import { minimumPasswordLength } from '@encre/protocol/catalogue'
import type { Member, ShellApi } from '@encre/protocol/shell-api'
import { Button } from '@encre/ui/button'
import { Notice } from '@encre/ui/notice'
import { TextField } from '@encre/ui/text-field'
import { useState } from 'react'
import { settingsMessages as messages, problemMessage } from '../messages.ts'
import page from '../page.module.css'
import { usePasswordChange } from './use-password-change.ts'

const blank = { currentPassword: '', newPassword: '', confirmPassword: '' }

export function PasswordForm({ shell, member }: { shell: ShellApi; member: Member }) {
  const [typed, setTyped] = useState(blank)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const { state, update, forget } = usePasswordChange(shell)
  const { currentPassword, newPassword, confirmPassword } = typed

  const isTooShort = newPassword !== '' && [...newPassword].length < minimumPasswordLength
  const isDifferent = confirmPassword !== '' && confirmPassword !== newPassword
  const isFilled = currentPassword !== '' && newPassword !== '' && confirmPassword !== ''
  const isUpdating = state.status === 'updating'
  const canUpdate = isFilled && !isTooShort && !isDifferent && !isUpdating

  // Someone who is still typing has not made a mistake yet.
  const showTooShort = isTooShort && (left.has('newPassword') || confirmPassword !== '')
  const showDifferent = isDifferent && (left.has('confirmPassword') || !newPassword.startsWith(confirmPassword))

  function handleChange(change: Partial<typeof blank>) {
    setTyped({ ...typed, ...change })
    forget()
  }

  async function handleSubmit() {
    if (!(await update({ currentPassword, newPassword }))) return
    setTyped(blank)
    setLeft(new Set())
  }

  return (
    <form
      className={page.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (canUpdate) void handleSubmit()
      }}
      onBlur={(event) => event.target instanceof HTMLInputElement && setLeft(new Set(left).add(event.target.name))}
    >
      {state.status === 'failed' && (
        <Notice kind="error" title={state.title.text} lang={state.title.lang}>
          <p lang="fr">{problemMessage(state.code)}</p>
        </Notice>
      )}
      {state.status === 'updated' && <Notice kind="success" title={messages.passwordUpdated} />}
      {/* Tells a password manager whose password is changed. */}
      <input type="email" name="username" autoComplete="username" value={member.email} readOnly hidden />
      <TextField
        label={messages.currentPassword}
        name="currentPassword"
        type="password"
        value={currentPassword}
        onChange={(text) => handleChange({ currentPassword: text })}
        autoComplete="current-password"
      />
      <TextField
        label={messages.newPassword}
        name="newPassword"
        type="password"
        value={newPassword}
        onChange={(text) => handleChange({ newPassword: text })}
        error={showTooShort ? messages.passwordTooShort : null}
        hint={messages.newPasswordHint}
        autoComplete="new-password"
      />
      <TextField
        label={messages.confirmPassword}
        name="confirmPassword"
        type="password"
        value={confirmPassword}
        onChange={(text) => handleChange({ confirmPassword: text })}
        error={showDifferent ? messages.passwordsDiffer : null}
        autoComplete="new-password"
      />
      <div className={page.actions}>
        <Button type="submit" variant="primary" disabled={!canUpdate}>
          {isUpdating ? messages.updating : messages.update}
        </Button>
      </div>
    </form>
  )
}
