import { TakenBackError } from '@encre/protocol/writer'
import { Notice } from '@encre/ui/notice'
import { SubmitButton } from '@encre/ui/submit-button'
import { TextField } from '@encre/ui/text-field'
import { useRef, useState } from 'react'
import { reportError } from '../report-error.ts'
import { useSubmit, useTypedFields } from './auth-form.ts'
import { authMessages, tenantReason } from './auth-messages.ts'
import styles from './auth-page.module.css'
import { AuthPage } from './auth-page.tsx'
import { useAuth } from './auth-provider.tsx'
import { TenantError } from './tenant.ts'
import { WaitNotice } from './wait-notice.tsx'

export function ForgotPasswordPage() {
  const auth = useAuth()
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState(false)
  const text = authMessages.forgotPassword

  const form = useTypedFields((_, value) => setEmail(value))
  const lost = useRef({ email: '', at: 0 })
  const { busy, failure, wait, takeBack, submit } = useSubmit(
    async (send) => {
      setSent(false)
      const address = email.trim()
      const ask = () => askNobody(address, lost.current)
      const sendMail = () => auth.sendPasswordReset(address)
      await send({ send: isRecent(lost.current, address) ? ask : sendMail, ask }).catch(
        (error: unknown) => {
          if (!(error instanceof TakenBackError))
            reportError(new Error(text.error, { cause: error }))
          throw error
        },
      )
      setEmail('')
      setSent(true)
    },
    { leavesPage: false },
  )

  return (
    <AuthPage title={text.title} lead={text.lead} footer={<a href="/sign-in">{text.back}</a>}>
      <form ref={form} className={styles.form} noValidate onSubmit={submit}>
        {sent && <Notice kind="success" title={text.sent} />}
        {wait && (
          <WaitNotice
            wait={wait}
            takeBack={takeBack}
            notKnown={{ title: text.notKnown, reason: text.toLookFor }}
          />
        )}
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

interface Lost {
  email: string
  at: number
}

/** A mail may take so long. A press before sends no second one. */
const mailTimeMs = 60_000

function isRecent({ email, at }: Lost, address: string): boolean {
  return email === address && Date.now() - at < mailTimeMs
}

/** The tenant does not say whether it has sent a mail: only the member's mailbox knows. */
async function askNobody(address: string, lost: Lost): Promise<never> {
  if (lost.email !== address || !isRecent(lost, address))
    Object.assign(lost, { email: address, at: Date.now() })
  throw new TenantError('network')
}
