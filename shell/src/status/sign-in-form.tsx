import { Notice } from '@encre/ui/notice'
import { SubmitButton } from '@encre/ui/submit-button'
import { TextField } from '@encre/ui/text-field'
import { type FormEvent, useState } from 'react'
import { signIn } from './insight-api.ts'
import { messages } from './messages.ts'
import styles from './status-page.module.css'

/** Exchanges a token for a session. The token stays in this form. */
export function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [token, setToken] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const [isPending, setIsPending] = useState(false)

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    setIsPending(true)
    setHasFailed(false)
    setRefusal(null)
    try {
      const outcome = await signIn(token.trim())
      if (outcome === 'signed-in') onSignedIn()
      else setRefusal(outcome === 'unknown-token' ? messages.unknownToken : messages.tooManyAttempts)
    } catch {
      setHasFailed(true)
    } finally {
      setIsPending(false)
    }
  }

  return (
    <form className={styles.form} onSubmit={handleSubmit}>
      <TextField
        label={messages.token}
        name="token"
        type="password"
        autoComplete="off"
        maxLength={200}
        hint={messages.tokenHint}
        value={token}
        onChange={setToken}
        error={refusal}
      />
      {hasFailed && <Notice kind="error" title={messages.failed} />}
      <SubmitButton busy={isPending} busyLabel={messages.signingIn}>
        {messages.signIn}
      </SubmitButton>
    </form>
  )
}
