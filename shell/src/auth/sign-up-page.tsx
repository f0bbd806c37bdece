import { minimumPasswordLength } from '@encre/protocol/catalogue'
import { Button } from '@encre/ui/button'
import { Notice } from '@encre/ui/notice'
import { TextField } from '@encre/ui/text-field'
import { typeset } from '@encre/ui/typeset'
import { useRef, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { messages, tenantReason } from '../messages.ts'
import { useAuth } from './auth-context.ts'
import { AuthPage } from './auth-page.tsx'
import styles from './form.module.css'
import { afterSignIn } from './safe-path.ts'
import { useSubmit } from './use-submit.ts'

const empty = { name: '', email: '', password: '', confirmPassword: '' }

export function SignUpPage({ atTenant }: { atTenant: boolean }) {
  const auth = useAuth()
  const [account, setAccount] = useState(empty)
  const [invalid, setInvalid] = useState<string | null>(null)
  const created = useRef<string>(null)
  const text = messages.signUp

  const { busy, failure, submit } = useSubmit(
    async () => {
      if (atTenant) return auth.signInAtTenant({ signUp: true })
      const { password } = account
      const [name, email] = [account.name.trim(), account.email.trim()]
      // If only the sign-in failed, the account exists already: a second try must not create it again.
      if (created.current !== email) await auth.createAccount({ name, email, password })
      created.current = email
      await auth.signIn({ email, password })
    },
    { leavesPage: true },
  )

  const field = (name: keyof typeof empty) => ({
    name,
    value: account[name],
    onChange: (value: string) => setAccount((before) => ({ ...before, [name]: value })),
  })

  if (auth.status === 'signed-in') return <Navigate to={afterSignIn} replace />
  return (
    <AuthPage
      title={text.title}
      footer={
        <p>
          {typeset(text.hasAccount)} <a href="/sign-in">{text.signIn}</a>
        </p>
      }
    >
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const problem = atTenant ? null : findProblem(account)
          setInvalid(problem)
          if (!problem) submit()
        }}
      >
        {invalid && <Notice kind="error" title={invalid} />}
        {failure && !invalid && (
          <Notice kind="error" title={text.failed} lang="en">
            <p>{tenantReason(failure, text.unknown)}</p>
          </Notice>
        )}
        {!atTenant && (
          <>
            <TextField label={text.name} autoComplete="name" {...field('name')} />
            <TextField label={messages.signIn.email} type="email" autoComplete="username" {...field('email')} />
            <TextField
              label={messages.signIn.password}
              type="password"
              autoComplete="new-password"
              hint={text.passwordHint}
              {...field('password')}
            />
            <TextField label={text.confirmPassword} type="password" autoComplete="new-password" {...field('confirmPassword')} />
          </>
        )}
        <Button variant="primary" type="submit" disabled={busy}>
          {busy ? text.busy : text.submit}
        </Button>
      </form>
    </AuthPage>
  )
}

function findProblem({ name, email, password, confirmPassword }: typeof empty): string | null {
  if (!name.trim() || !email.trim() || !password || !confirmPassword) return messages.fields.missing
  if (password !== confirmPassword) return messages.fields.mismatch
  if (password.length < minimumPasswordLength) return messages.fields.tooShort
  return null
}
