import { ConfirmDialog } from '@encre/ui/confirm-dialog'
import { TextField } from '@encre/ui/text-field'
import { type ReactNode, useState } from 'react'

interface TokenFieldProps {
  value: string
  onChange: (token: string) => void
  hint: string
  error: string | null
}

/** Asks for a release token, which the browser neither shows nor stores. */
export function TokenField(props: TokenFieldProps) {
  return (
    <TextField
      label="Token"
      name="token"
      type="password"
      autoComplete="off"
      maxLength={200}
      {...props}
    />
  )
}

interface TokenDialogProps {
  question: string
  /** What is asked besides the token. */
  children?: ReactNode
  onConfirm: (token: string) => Promise<string | null>
  onCancel: () => void
}

/** Asks for the token before a change: the session only reads. */
export function TokenDialog({ question, children, onConfirm, onCancel }: TokenDialogProps) {
  const [token, setToken] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function handleConfirm() {
    setBusy(true)
    setRefusal(await onConfirm(token.trim()))
    setBusy(false)
  }

  return (
    <ConfirmDialog
      open
      question={question}
      confirmLabel="Confirm"
      cancelLabel="Cancel"
      busy={busy}
      onCancel={onCancel}
      onConfirm={handleConfirm}
    >
      {children}
      <TokenField
        hint="Each change asks for it again."
        value={token}
        onChange={setToken}
        error={refusal}
      />
    </ConfirmDialog>
  )
}
