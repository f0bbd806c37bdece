import { nameLimit } from '@encre/account-worker/contract'
import type { Member, ShellApi } from '@encre/protocol/shell-api'
import { Notice } from '@encre/ui/notice'
import { SubmitButton } from '@encre/ui/submit-button'
import { TextField } from '@encre/ui/text-field'
import { settingsMessages as messages, problemMessage, profileMessages } from '../messages.ts'
import page from '../page.module.css'
import { useRename } from '../use-rename.ts'

export function ProfileSettings({ shell, member }: { shell: ShellApi; member: Member }) {
  const { name, change, save, state, isBlank, isSaving, canSave } = useRename(shell, member)
  return (
    <form
      className={page.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (canSave) void save()
      }}
    >
      {state.status === 'failed' && (
        <Notice kind="error" title={profileMessages.saveFailed} lang="fr">
          <p lang="fr">{problemMessage(state.code)}</p>
        </Notice>
      )}
      {state.status === 'saved' && <Notice kind="success" title={messages.profileUpdated} />}
      <TextField
        label={messages.name}
        name="name"
        value={name}
        onChange={change}
        error={isBlank ? messages.nameRequired : null}
        autoComplete="name"
        maxLength={nameLimit}
      />
      <TextField
        label={messages.email}
        name="email"
        type="email"
        value={member.email}
        onChange={() => {}}
        disabled
        hint={messages.emailFixed}
      />
      <div className={page.actions}>
        <SubmitButton busy={isSaving} busyLabel={messages.saving} disabled={!canSave}>
          {messages.save}
        </SubmitButton>
      </div>
    </form>
  )
}
