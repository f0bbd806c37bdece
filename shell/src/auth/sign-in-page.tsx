import { Button, ButtonLink } from '@encre/ui/button'
import { lazyPart } from '@encre/ui/lazy-part'
import { Notice } from '@encre/ui/notice'
import { SubmitButton } from '@encre/ui/submit-button'
import { TextField } from '@encre/ui/text-field'
import { typeset } from '@encre/ui/typeset'
import { type SubmitEvent, Suspense, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { SessionPanel } from '../error-boundary.tsx'
import { useHydrated } from '../page-head.tsx'
import { focusField, useSubmit, useTypedFields } from './auth-form.ts'
import { authMessages, needsTenantPage, tenantReason } from './auth-messages.ts'
import styles from './auth-page.module.css'
import { AuthPage } from './auth-page.tsx'
import { safePath, useAuth, useVisitorQuery } from './auth-provider.tsx'
import type { TenantError } from './tenant.ts'

const [FlashSheet] = lazyPart(
  async () => (await import(/* webpackChunkName: "examples" */ '../flash/examples.tsx')).FlashSheet,
)

export function SignInPage({ atTenant }: { atTenant: boolean }) {
  const auth = useAuth()
  const interrupted = useStatePath('returnTo')
  const visitor = useVisitorQuery()
  const returnTo = interrupted ?? visitor?.returnTo
  const wanted = useStatePath('wanted')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [invalid, setInvalid] = useState<string | null>(null)
  const text = authMessages.signIn

  const isHydrated = useHydrated()
  const form = useTypedFields((name, value) => {
    if (name === 'email') setEmail(value)
    else setPassword(value)
  })
  const signInAtTenant = () => auth.signInAtTenant({ returnTo })
  const signInHere = () => auth.signIn({ email: email.trim(), password }, returnTo)
  const { busy, failure, submit } = useSubmit(atTenant ? signInAtTenant : signInHere, {
    leavesPage: true,
  })

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const isMissing = !atTenant && (!email.trim() || !password)
    setInvalid(isMissing ? authMessages.fields.missing : null)
    if (isMissing) focusField(event.currentTarget, email.trim() ? 'password' : 'email')
    else submit()
  }

  if (auth.status === 'unknown') return <SessionPanel title={text.title} failure={auth.failure} />
  if (auth.status === 'signed-in') return <Navigate to={safePath(returnTo)} replace />
  return (
    <AuthPage
      title={text.title}
      footer={
        <>
          <p>{typeset(text.noAccount)}</p>
          <ButtonLink href={`/sign-up${visitor?.search ?? ''}`}>{text.signUp}</ButtonLink>
        </>
      }
      below={isHydrated && wanted === '/gallery' && <Examples />}
    >
      <Reasons wanted={isHydrated ? wanted : undefined} />
      <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
        {interrupted && !failure && !invalid && <p className={styles.aside}>{text.resume}</p>}
        {invalid && <Notice kind="error" title={invalid} />}
        {failure && !invalid && (
          <SignInFailure failure={failure} onSignInAtTenant={signInAtTenant} />
        )}
        {!atTenant && (
          <>
            <TextField
              label={text.email}
              name="email"
              type="email"
              autoComplete="username"
              value={email}
              onChange={setEmail}
              invalid={invalid !== null && !email.trim()}
            />
            <TextField
              label={text.password}
              name="password"
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
              invalid={invalid !== null && !password}
              reveal={authMessages.fields.reveal}
            />
            <p className={styles.aside}>
              <a href="/forgot-password">{typeset(text.forgot)}</a>
            </p>
          </>
        )}
        <SubmitButton busy={busy} busyLabel={text.busy} disabled={!isHydrated}>
          {text.submit}
        </SubmitButton>
      </form>
    </AuthPage>
  )
}

function Examples() {
  return (
    <Suspense>
      <FlashSheet />
    </Suspense>
  )
}

/** Why the visitor is asked to sign in: one sentence for each page of the members. */
function Reasons({ wanted }: { wanted: string | undefined }) {
  return Object.entries(authMessages.signIn.reasons).map(([path, reason]) => (
    // The worker shows it in the page that it answers for this path: nothing moves when React
    // takes over.
    <p
      key={path}
      className={styles.lead}
      data-wanted={path}
      hidden={path !== wanted}
      suppressHydrationWarning
    >
      {reason}
    </p>
  ))
}

interface SignInFailureProps {
  failure: TenantError
  onSignInAtTenant: () => void
}

function SignInFailure({ failure, onSignInAtTenant }: SignInFailureProps) {
  const text = authMessages.signIn
  return (
    <Notice kind="error" title={text.failed} lang="en">
      <p>{tenantReason(failure)}</p>
      {needsTenantPage(failure) && (
        <Button variant="quiet" onClick={onSignInAtTenant}>
          {text.atTenant}
        </Button>
      )}
    </Notice>
  )
}

/**
 * A path from router state. `returnTo`: the page on which the member's session ended. `wanted`: the
 * member's page that a visitor asked for.
 */
function useStatePath(name: 'returnTo' | 'wanted'): string | undefined {
  const state: Record<string, unknown> | null = useLocation().state
  const path = state?.[name]
  return typeof path === 'string' ? safePath(path) : undefined
}
