import { serve } from '../../../lib/testing/serve.ts'
import { createFakeAccount } from './fake-account.ts'

export type FakeCloudflare = Awaited<ReturnType<typeof startFakeCloudflare>>

/** An empty account at Cloudflare on a free port of this machine, for the tests of one file. */
export async function startFakeCloudflare() {
  const fake = createFakeAccount()
  return Object.assign(fake, { variables: fake.variablesAt(await serve(fake.listener)) })
}
