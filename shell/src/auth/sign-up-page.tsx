import { maximumPasswordBytes, minimumPasswordLength } from '@encre/protocol/catalogue'
import { Notice } from '@encre/ui/notice'
import { SubmitButton } from '@encre/ui/submit-button'
import { TextField } from '@encre/ui/text-field'
import { typeset } from '@encre/ui/typeset'
import { type SubmitEvent, useRef, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { useHydrated } from '../page-head.tsx'
import { focusField, useSubmit, useTypedFields } from './auth-form.ts'
import { authMessages, tenantReason } from './auth-messages.ts'
import styles from './auth-page.module.css'
import { AuthPage } from './auth-page.tsx'
import { safePath, useAuth, useVisitorQuery } from './auth-provider.tsx'
import { TenantError } from './tenant.ts'
import { WaitNotice } from './wait-notice.tsx'

const empty = { name: '', email: '', password: '', confirmPassword: '' }

export function SignUpPage({ atTenant }: { atTenant: boolean }) {
  const auth = useAuth()
  const [account, setAccount] = useState(empty)
  const [invalid, setInvalid] = useState<Refusal | null>(null)
  const created = useRef<string>(null)
  const visitor = useVisitorQuery()
  const returnTo = visitor?.returnTo
  const text = authMessages.signUp

  const isHydrated = useHydrated()
  const setField = (name: string, value: string) =>
    setAccount((before) => ({ ...before, [name]: value }))
  const form = useTypedFields(setField)
  const { busy, failure, wait, takeBack, submit } = useSubmit(
    async (send) => {
      if (atTenant) return auth.signInAtTenant({ signUp: true, returnTo })
      const { password } = account
      const name = account.name.trim()
      const email = account.email.trim()
      // If only the sign-in failed, the account exists already: a second try must not create it
      // again.
      const signIn = () => auth.signIn({ email, password }, returnTo)
      if (created.current !== email) {
        const isSignedIn = await send({
          send: () => auth.createAccount({ name, email, password }).then(() => false),
          // An account that exists can sign in.
          ask: () => signIn().then(() => true, nullIfRefused),
        })
        created.current = email
        if (isSignedIn) return
      }
      await signIn()
    },
    { leavesPage: true },
  )

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const refusal = atTenant ? null : findRefusal(account)
    setInvalid(refusal)
    if (refusal) focusField(event.currentTarget, refusal.fields[0])
    else submit()
  }

  if (auth.status === 'signed-in') return <Navigate to={safePath(returnTo)} replace />
  return (
    <AuthPage
      title={text.title}
      footer={
        <p>
          {typeset(text.hasAccount)} <a href={`/sign-in${visitor?.search ?? ''}`}>{text.signIn}</a>
        </p>
      }
    >
      <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
        {invalid && <Notice kind="error" title={invalid.sentence} />}
        {wait && <WaitNotice wait={wait} takeBack={takeBack} notKnown={{ title: text.notKnown }} />}
        {failure && !invalid && (
          <Notice kind="error" title={text.failed} lang="en">
            {tenantReason(failure, text.unknown)}
          </Notice>
        )}
        {!atTenant && <AccountFields account={account} invalid={invalid} onChange={setField} />}
        <SubmitButton busy={busy} busyLabel={text.busy} disabled={!isHydrated}>
          {text.submit}
        </SubmitButton>
      </form>
    </AuthPage>
  )
}

/** Null when there is no such account, or none with this password. */
function nullIfRefused(error: unknown): null {
  const codes = ['access_denied', 'invalid_user_password']
  if (error instanceof TenantError && codes.includes(error.code)) return null
  throw error
}

type Field = keyof typeof empty

interface AccountFieldsProps {
  account: typeof empty
  invalid: Refusal | null
  onChange: (name: Field, value: string) => void
}

function AccountFields({ account, invalid, onChange }: AccountFieldsProps) {
  const text = authMessages.signUp
  const field = (name: Field) => ({
    name,
    value: account[name],
    invalid: invalid?.fields.includes(name) ?? false,
    onChange: (value: string) => onChange(name, value),
  })
  return (
    <>
      <TextField label={text.name} autoComplete="name" {...field('name')} />
      <TextField
        label={authMessages.signIn.email}
        type="email"
        autoComplete="username"
        {...field('email')}
      />
      <TextField
        label={authMessages.signIn.password}
        type="password"
        autoComplete="new-password"
        hint={text.passwordHint}
        reveal={authMessages.fields.reveal}
        {...field('password')}
      />
      <TextField
        label={text.confirmPassword}
        type="password"
        autoComplete="new-password"
        reveal={authMessages.fields.reveal}
        {...field('confirmPassword')}
      />
    </>
  )
}

interface Refusal {
  sentence: string
  fields: [Field, ...Field[]]
}

function findRefusal({ name, email, password, confirmPassword }: typeof empty): Refusal | null {
  const filled = { name: name.trim(), email: email.trim(), password, confirmPassword }
  const [first, ...others] = (['name', 'email', 'password', 'confirmPassword'] as const).filter(
    (field) => !filled[field],
  )
  if (first) return { sentence: authMessages.fields.missing, fields: [first, ...others] }
  if (password !== confirmPassword)
    return { sentence: authMessages.fields.mismatch, fields: ['confirmPassword'] }
  if (password.length < minimumPasswordLength)
    return { sentence: authMessages.fields.tooShort, fields: ['password'] }
  if (new TextEncoder().encode(password).byteLength > maximumPasswordBytes)
    return { sentence: authMessages.fields.tooLong, fields: ['password'] }
  return null
}
