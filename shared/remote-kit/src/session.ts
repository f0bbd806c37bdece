import type { ShellApi } from '@encre/protocol/shell-api'
import { readTabText, saveTabText } from '@encre/protocol/tab-storage'
import { RequestError } from './request-error.ts'

/**
 * The session ended and the shell is taking the member to sign-in. The page shows no error: it
 * keeps what was typed.
 */
export class SessionEndedError extends Error {
  override name = 'SessionEndedError'
}

type SessionShell = Pick<ShellApi, 'getToken' | 'signIn' | 'path'>

// Set when a worker refused a token, until a worker accepts one. Without storage, every refusal
// leads to sign-in.
const refusedKey = 'encre.token-refused'

const endedSessions = new WeakSet<SessionShell>()

/**
 * Calls a worker with an access token. When the shell has no token, or the worker refuses it, the
 * session has ended: the member goes through sign-in and back to this page, and the call throws
 * `SessionEndedError`.
 *
 * A worker that refuses the new token too is broken. Its refusal is then thrown as it is, so that
 * the member reads an error instead of being sent to sign-in for ever.
 *
 * `inBackground`: for work that goes on after its page was left. The call throws, and the member
 * stays where they are.
 */
export async function withToken<Result>(
  shell: SessionShell,
  call: (token: string) => Promise<Result>,
  { inBackground = false }: { inBackground?: boolean | undefined } = {},
): Promise<Result> {
  const token = await shell.getToken().catch((error: unknown) => {
    throw isNetworkFailure(error)
      ? new RequestError('unavailable', 0, null, { cause: error })
      : endSession(shell, error, inBackground)
  })
  try {
    const result = await call(token)
    saveTabText(refusedKey, null)
    return result
  } catch (error) {
    if (!isTokenRefusal(error)) throw error
    // Several requests of one page may be refused at once.
    if (readTabText(refusedKey) && !endedSessions.has(shell)) throw error
    if (!inBackground) saveTabText(refusedKey, 'true')
    throw endSession(shell, error, inBackground)
  }
}

/**
 * The problem code to show for a failed request. `permission-denied` when the session ended,
 * `internal` for a bug.
 */
export function problemCode(error: unknown): string {
  if (error instanceof SessionEndedError) return 'permission-denied'
  return error instanceof RequestError ? error.code : 'internal'
}

function endSession(shell: SessionShell, cause: unknown, inBackground: boolean): SessionEndedError {
  if (!inBackground && !endedSessions.has(shell)) {
    endedSessions.add(shell)
    shell.signIn(shell.path)
  }
  return new SessionEndedError('the session has ended', { cause })
}

/**
 * A token that cannot be renewed without a network or a tenant says nothing about the session. The
 * SDK's `request_error` is an answer of the tenant that is not JSON.
 */
function isNetworkFailure(error: unknown): boolean {
  const code = error instanceof Error && 'error' in error ? error.error : null
  const hasNoAnswer = code === 'timeout' || code === 'request_error'
  return hasNoAnswer || error instanceof TypeError || !navigator.onLine
}

function isTokenRefusal(error: unknown): boolean {
  return error instanceof RequestError && error.status === 401 && error.code === 'permission-denied'
}
