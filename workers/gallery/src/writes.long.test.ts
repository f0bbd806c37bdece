import { env } from 'cloudflare:workers'
import { readStored } from '@encre/worker/testing'
import { testWrites } from '@encre/worker/testing-writes'
import * as contract from './contract.ts'
import { createLink, json } from './testing.ts'
import { create, options, rows, token } from './testing-rows.ts'

const openLink = async (memberId: string) =>
  (await createLink(memberId, await create(memberId))).url.split('/').at(-1) ?? ''
const words = () => json('POST', { id: crypto.randomUUID(), text: 'Plus grand' })
let archived = ''

testWrites(
  contract,
  {
    ...rows,
    recordOpening: { create: openLink },
    answerLink: { create: openLink, request: words },
    reportLink: { create: openLink, request: words },
    createArchive: {
      create: async (memberId) => {
        archived = await create(memberId)
        return archived
      },
      request: () => json('POST', { ids: [archived], token: token() }),
    },
  },
  { ...options, db: env.DB, readStored: () => readStored(env.DB, { images: env.IMAGES }) },
)
