import { isOnThisMachine } from '@encre/protocol/loopback'
import { type PageManifest, parsePageManifest } from '@encre/protocol/page-manifest'
import type { Member } from './release-browser.ts'

/**
 * Finds the member that the release check signs in: `ENCRE_MEMBER_EMAIL` and `ENCRE_MEMBER_PASSWORD` from the environment, else a new account
 * if the site uses the embedded tenant, else null.
 */
export async function findMember(origin: string): Promise<Member | null> {
  const { ENCRE_MEMBER_EMAIL: email, ENCRE_MEMBER_PASSWORD: password } = process.env
  if (email && password) return { email, password }
  const response = await fetch(`${origin}/api/releases/compositions/current`)
  const { auth } = parsePageManifest(await response.json())
  // Only the embedded tenant of a local site is on loopback, and its accounts belong to nobody.
  return isOnThisMachine(auth.domain) ? createMember(auth) : null
}

async function createMember({ domain, clientId, connection }: PageManifest['auth']): Promise<Member> {
  const member = { email: 'release-check@encre.test', password: 'aiguille-fine-7' }
  // The tenant refuses the second sign-up: the account exists already.
  await fetch(`${domain}/dbconnections/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: clientId, connection, name: 'Release check', ...member }),
  })
  return member
}
