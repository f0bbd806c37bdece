import { Button, ButtonLink } from '@encre/ui/button'
import { lazyPart } from '@encre/ui/lazy-part'
import { Notice } from '@encre/ui/notice'
import { SubmitButton } from '@encre/ui/submit-button'
import { TextField } from '@encre/ui/text-field'
import { typeset } from '@encre/ui/typeset'
import { Suspense, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { SessionPanel } from '../error-boundary.tsx'
import { useHydrated } from '../page-head.tsx'
import { focusField, useSubmit, useTypedFields } from './auth-form.ts'
import { authMessages, needsTenantPage, tenantReason } from './auth-messages.ts'
import styles from './auth-page.module.css'
import { AuthPage } from './auth-page.tsx'
import { safePath, useAuth, useVisitorQuery } from './auth-provider.tsx'

const [FlashSheet] = lazyPart(async () => (await import(/* webpackChunkName: "examples" */ '../flash/examples.tsx')).FlashSheet)

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
  const form = useTypedFields((name, value) => (name === 'email' ? setEmail : setPassword)(value))
  const { busy, failure, submit } = useSubmit(
    () => (atTenant ? auth.signInAtTenant({ returnTo }) : auth.signIn({ email: email.trim(), password }, returnTo)),
    { leavesPage: true },
  )

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
      below={
        isHydrated &&
        wanted === '/gallery' && (
          <Suspense>
            <FlashSheet />
          </Suspense>
        )
      }
    >
      {Object.entries(text.reasons).map(([path, reason]) => (
        // The worker shows it in the page that it answers for this path: nothing moves when React takes over.
        <p key={path} className={styles.lead} data-wanted={path} hidden={!isHydrated || path !== wanted} suppressHydrationWarning>
          {reason}
        </p>
      ))}
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const missing = !atTenant && (!email.trim() || !password)
          setInvalid(missing ? authMessages.fields.missing : null)
          if (missing) focusField(event.currentTarget, email.trim() ? 'password' : 'email')
          else submit()
        }}
      >
        {interrupted && !failure && !invalid && <p className={styles.aside}>{text.resume}</p>}
        {invalid && <Notice kind="error" title={invalid} />}
        {failure && !invalid && (
          <Notice kind="error" title={text.failed} lang="en">
            <p>{tenantReason(failure)}</p>
            {needsTenantPage(failure) && (
              <Button variant="quiet" onClick={() => auth.signInAtTenant({ returnTo })}>
                {text.atTenant}
              </Button>
            )}
          </Notice>
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

/** A path from router state. `returnTo`: the page on which the member's session ended. `wanted`: the member's page that a visitor asked for. */
function useStatePath(name: 'returnTo' | 'wanted'): string | undefined {
  const state: Record<string, unknown> | null = useLocation().state
  const path = state?.[name]
  return typeof path === 'string' ? safePath(path) : undefined
}
