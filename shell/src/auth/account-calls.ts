import { reportError } from '../report-error.ts'
import type { Auth } from './auth-context.ts'
import type { SessionActions } from './session.tsx'
import { createAccount, sendPasswordReset, type TenantSettings } from './tenant.ts'

interface AccountCallsOptions {
  settings: TenantSettings
  loadSdk: () => Promise<SessionActions>
  /** The signed-in member's address, or ''. */
  email: string
}

export type AccountCalls = Pick<Auth, 'createAccount' | 'sendPasswordReset' | 'refreshMember' | 'resumeSession' | 'identity'>

/** The calls that create an account or follow a change of it. */
export function createAccountCalls({ settings, loadSdk, email }: AccountCallsOptions): AccountCalls {
  return {
    createAccount: (account) => createAccount(settings, account),
    sendPasswordReset: (address) => sendPasswordReset(settings, address),
    refreshMember: async () => (await loadSdk()).refreshMember(),
    resumeSession: async (password) => {
      await (await loadSdk()).resumeSession({ email, password }, location.pathname + location.search)
    },
    identity: {
      atTenant: settings.session === 'redirect',
      signInAgain: (returnTo) => {
        loadSdk()
          .then(({ redirectToTenant }) => redirectToTenant({ returnTo, again: true }))
          .catch(reportError)
      },
      getIdToken: async () => (await loadSdk()).getIdToken(),
    },
  }
}
