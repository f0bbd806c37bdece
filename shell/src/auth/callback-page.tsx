import { ButtonLink } from '@encre/ui/button'
import { Notice } from '@encre/ui/notice'
import { Navigate, useLocation } from 'react-router-dom'
import { AuthPage } from './auth-page.tsx'
import { useAuth } from './auth-provider.tsx'

const text = {
  title: 'Connexion',
  busy: 'Connexion...',
  failed: 'La connexion n’a pas abouti. Veuillez réessayer.',
  retry: 'Se connecter',
  blocked: 'Ce compte est bloqué. Contactez le support.',
}

/** The tenant redirects here. The SDK in `start-session.ts` reads the code from the address. */
export function CallbackPage() {
  const { status, failure, returnTo, hasAskedSilently } = useAuth()
  const { search } = useLocation()
  if (status === 'signed-in' || hasAskedSilently) return <Navigate to={returnTo} replace />
  return (
    <AuthPage title={text.title}>
      {status === 'loading' ? (
        <p role="status">{text.busy}</p>
      ) : (
        <>
          <Notice kind="error" title={text.failed}>
            {isBlocked(search) ? <p>{text.blocked}</p> : failure?.reason && <p>{failure.reason}</p>}
          </Notice>
          <ButtonLink href="/sign-in" variant="primary">
            {text.retry}
          </ButtonLink>
        </>
      )}
    </AuthPage>
  )
}

/** Auth0 answers `unauthorized` for a blocked account ("user is blocked"). */
function isBlocked(search: string): boolean {
  return ['unauthorized', 'blocked_user'].includes(new URLSearchParams(search).get('error') ?? '')
}
