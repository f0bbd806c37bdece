import { reportError } from '../report-error.ts'
import type { Auth } from './auth-context.ts'
import type { Session } from './session.ts'
import { createAccount, sendPasswordReset, type TenantSettings } from './tenant.ts'

interface AccountCallsOptions {
  settings: TenantSettings
  loadSession: () => Promise<Session>
  /** The signed-in member's address, or ''. */
  email: string
}

type AccountCalls = Pick<Auth, 'createAccount' | 'sendPasswordReset' | 'refreshMember' | 'resumeSession' | 'identity'>

/** The calls that create an account or follow a change of it. */
export function createAccountCalls({ settings, loadSession, email }: AccountCallsOptions): AccountCalls {
  return {
    createAccount: (account) => createAccount(settings, account),
    sendPasswordReset: (address) => sendPasswordReset(settings, address),
    refreshMember: async () => (await loadSession()).refreshMember(),
    resumeSession: async (password) => {
      await (await loadSession()).resumeSession({ email, password }, location.pathname + location.search)
    },
    identity: {
      atTenant: settings.session === 'redirect',
      signInAgain: (returnTo) => {
        loadSession()
          .then(({ redirectToTenant }) => redirectToTenant({ returnTo, again: true }))
          .catch(reportError)
      },
      getIdToken: async () => (await loadSession()).getIdToken(),
    },
  }
}
