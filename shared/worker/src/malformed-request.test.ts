import { expect, it } from 'vitest'
import { createApp } from './app.ts'
import { addressLimit } from './malformed-request.ts'

const app = createApp('/').get('/', (c) => c.text('ok'))
const ask = (headers: Record<string, string>, path = '/') => app.request(path, { headers })

it.each(['"', 'a', 'W/', 'W/"', '"a', '"a" "b"', '"a",', ',', '""x', '"a\tb"', '*, "a"', `"${'a'.repeat(201)}"`, '"a",'.repeat(500)])(
  'answers 400 to the entity tag %j',
  async (value) => {
    for (const name of ['if-match', 'if-none-match']) {
      const answer = await ask({ [name]: value })
      expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'invalid-request' }])
    }
  },
)

it.each(['*', '""', '"a"', 'W/"a"', '"a", W/"b" ,"c"', '"sha384-a+/="'])('reads the entity tags %j', async (value) => {
  expect((await ask({ 'if-none-match': value })).status).toBe(200)
})

it('answers 414 to a long address', async () => {
  expect((await ask({}, `/?${'a'.repeat(addressLimit)}`)).status).toBe(414)
  expect((await ask({}, `/?${'a'.repeat(1000)}`)).status).toBe(200)
})
