import { RequestError } from '@encre/protocol/request'
import type { ShellApi } from '@encre/protocol/shell-api'

/** The member is on the way to sign in; the page has nothing to say. */
export class SessionEnded extends Error {
  override name = 'SessionEnded'
}

export type WithToken = <Answer>(call: (token: string) => Promise<Answer>) => Promise<Answer>

/** A token for a call that the page makes by itself. A session that has ended sends the member through sign-in and back here. */
export async function requireToken(shell: ShellApi): Promise<string> {
  try {
    return await shell.getToken()
  } catch (error) {
    throw signIn(shell, error)
  }
}

/** Makes a call that the member asked for: where the worker does not know them, they sign in too. */
export function withTokenOf(getShell: () => ShellApi): WithToken {
  return async (call) => {
    const token = await requireToken(getShell())
    try {
      return await call(token)
    } catch (error) {
      if (error instanceof RequestError && error.status === 401) throw signIn(getShell(), error)
      throw error
    }
  }
}

function signIn(shell: ShellApi, cause: unknown): SessionEnded {
  shell.signIn('/generator')
  return new SessionEnded('the session has ended', { cause })
}
