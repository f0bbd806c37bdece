import { createServer } from 'node:http'
import { APIConnectionError } from 'cloudflare'
import { expect, test } from 'vitest'
import { explainAccountError, readAccount } from './account.ts'

test('a token that Cloudflare refuses is one line with the remedy', async () => {
  const server = createServer((_, response) => {
    response.writeHead(401, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ success: false, errors: [{ code: 10_000, message: 'Authentication error' }] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const { client, id } = readAccount({
    CLOUDFLARE_API_TOKEN: 'wrong',
    CLOUDFLARE_ACCOUNT_ID: 'account',
    CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}`,
  })
  const refusal: unknown = await client.d1.database.get('database', { account_id: id }).catch((error: unknown) => error)
  server.close()
  expect(explainAccountError(refusal)).toMatch(/^Cloudflare refused a request: 401 .*Authentication error.*\nCheck CLOUDFLARE_API_TOKEN/)
})

test('a missing answer is not a refusal, and a bug stays whole', () => {
  expect(explainAccountError(new APIConnectionError({ message: 'Connection error.' }))).toMatch(/^Cloudflare does not answer/)
  const bug = new Error('x is undefined')
  expect(explainAccountError(bug)).toBe(bug)
})
