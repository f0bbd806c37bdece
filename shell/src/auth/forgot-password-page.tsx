import { Notice } from '@encre/ui/notice'
import { SubmitButton } from '@encre/ui/submit-button'
import { TextField } from '@encre/ui/text-field'
import { useState } from 'react'
import { reportError } from '../report-error.ts'
import { useSubmit, useTypedFields } from './auth-form.ts'
import { authMessages, tenantReason } from './auth-messages.ts'
import styles from './auth-page.module.css'
import { AuthPage } from './auth-page.tsx'
import { useAuth } from './auth-provider.tsx'

export function ForgotPasswordPage() {
  const auth = useAuth()
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState(false)
  const text = authMessages.forgotPassword

  const form = useTypedFields((_, value) => setEmail(value))
  const { busy, failure, submit } = useSubmit(
    async () => {
      setSent(false)
      await auth.sendPasswordReset(email.trim()).catch((error: unknown) => {
        reportError(new Error(text.error, { cause: error }))
        throw error
      })
      setEmail('')
      setSent(true)
    },
    { leavesPage: false },
  )

  return (
    <AuthPage title={text.title} lead={text.lead} footer={<a href="/sign-in">{text.back}</a>}>
      <form ref={form} className={styles.form} noValidate onSubmit={submit}>
        {sent && <Notice kind="success" title={text.sent} />}
        {failure && (
          <Notice kind="error" title={text.failed}>
            {failure.code !== 'unknown' && <p>{tenantReason(failure)}</p>}
          </Notice>
        )}
        <TextField
          label={authMessages.signIn.email}
          name="email"
          type="email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
        />
        <SubmitButton busy={busy} busyLabel={text.busy} disabled={!email.trim()}>
          {text.submit}
        </SubmitButton>
      </form>
    </AuthPage>
  )
}
