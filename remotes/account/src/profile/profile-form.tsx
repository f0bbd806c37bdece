import { nameLimit } from '@encre/account-worker/contract'
import { Button } from '@encre/ui/button'
import { Notice } from '@encre/ui/notice'
import { SubmitButton } from '@encre/ui/submit-button'
import { TextField } from '@encre/ui/text-field'
import { profileMessages as messages, problemMessage } from '../messages.ts'
import page from '../page.module.css'
import type { useRename } from '../use-rename.ts'

interface ProfileFormProps {
  email: string
  rename: ReturnType<typeof useRename>
  onSave: () => void
  onCancel: () => void
}

export function ProfileForm({ email, rename, onSave, onCancel }: ProfileFormProps) {
  const { name, change, state, isBlank, isSaving, canSave } = rename
  return (
    <form
      className={page.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (canSave) onSave()
      }}
    >
      {state.status === 'failed' && (
        <Notice kind="error" title={messages.saveFailed}>
          <p>{problemMessage(state.code)}</p>
        </Notice>
      )}
      <TextField
        label={messages.name}
        name="name"
        value={name}
        onChange={change}
        error={isBlank ? messages.nameRequired : null}
        autoComplete="name"
        maxLength={nameLimit}
      />
      <TextField label={messages.email} name="email" type="email" value={email} onChange={() => {}} disabled hint={messages.emailFixed} />
      <div className={page.actions}>
        <Button onClick={onCancel}>{messages.cancel}</Button>
        <SubmitButton busy={isSaving} busyLabel={messages.saving} disabled={!canSave}>
          {messages.save}
        </SubmitButton>
      </div>
    </form>
  )
}
