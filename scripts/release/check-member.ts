import { type PageManifest, parsePageManifest } from '@encre/protocol/page-manifest'
import { isOnThisMachine } from '../lib/loopback.ts'
import type { Member } from './mount-check.ts'

/**
 * As whom a build is tried: `ENCRE_MEMBER_EMAIL` and `ENCRE_MEMBER_PASSWORD` in the environment, or on a site with the embedded tenant an
 * account that is made for it. Null where there is neither.
 */
export async function findMember(origin: string): Promise<Member | null> {
  const { ENCRE_MEMBER_EMAIL: email, ENCRE_MEMBER_PASSWORD: password } = process.env
  if (email && password) return { email, password }
  const answer = await fetch(`${origin}/api/releases/compositions/current`)
  const { auth } = parsePageManifest(await answer.json())
  // `workers/local` answers on loopback alone, and no account there is anybody's.
  return isOnThisMachine(auth.domain) ? makeMember(auth) : null
}

async function makeMember({ domain, clientId, connection }: PageManifest['auth']): Promise<Member> {
  const member = { email: 'release-gate@encre.test', password: 'aiguille-fine-7' }
  // Refused from the second time on: it is there.
  await fetch(`${domain}/dbconnections/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: clientId, connection, name: 'Release gate', ...member }),
  })
  return member
}
