import { RequestError } from '@encre/protocol/request'
import type { ShellApi } from '@encre/protocol/shell-api'

/** The member is on the way to sign in; the page has nothing to say. */
export class SessionEnded extends Error {
  override name = 'SessionEnded'
}

export type WithToken = <Answer>(call: (token: string) => Promise<Answer>) => Promise<Answer>

/** Makes a call as the member. A session that has ended sends them through sign-in and back here, and throws `SessionEnded`. */
export function withTokenOf(getShell: () => ShellApi): WithToken {
  return async (call) => {
    let token: string
    try {
      token = await getShell().getToken()
    } catch (error) {
      return signIn(error)
    }
    try {
      return await call(token)
    } catch (error) {
      if (error instanceof RequestError && error.status === 401) return signIn(error)
      throw error
    }
  }

  function signIn(cause: unknown): never {
    getShell().signIn('/generator')
    throw new SessionEnded('the session has ended', { cause })
  }
}
