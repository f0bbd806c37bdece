import { env, exports } from 'cloudflare:workers'
import { testExports, testTables } from '@encre/worker/testing-tables'
import { tables } from './tables.ts'
import { generationRequest } from './testing.ts'

const member = 'auth0|exported'
const owner = { member_id: member, owner_key: 'owner' }

testTables(env.DB, tables)

testExports<typeof tables>(
  env.DB,
  {
    generations: {
      others: { ...owner, idempotency_key: 'key', body_hash: 'body', day: '2026-11-20' },
      values: {
        id: ['generation', 'another'],
        created_at: ['2026-11-20T10:00:00.000Z', '2026-11-21T10:00:00.000Z'],
        updated_at: ['2026-11-20T10:00:00.000Z', '2026-11-21T10:00:00.000Z'],
        state: ['done', 'failed'],
        problem: [null, 'words-refused'],
        model: ['gpt-image-2.5-flare', 'gpt-image-2.6-flare'],
        attempt: [1, 2],
        transparent: [0, 1],
        request_id: ['request', 'another'],
        request: [
          JSON.stringify(generationRequest({ description: 'Une ancre' })),
          JSON.stringify(generationRequest({ description: 'Un loup' })),
        ],
      },
    },
    member_usage: {
      others: { member_id: member },
      values: { day: ['2026-11-20', '2026-11-21'], used: [1, 2] },
    },
    reference_images: {
      others: { ...owner, expires_at: '2099-11-20T10:00:00.000Z' },
      values: {
        id: ['reference', 'another'],
        type: ['image/png', 'image/jpeg'],
        created_at: ['2026-11-20T10:00:00.000Z', '2026-11-21T10:00:00.000Z'],
      },
    },
  },
  () => exports.GenerationLedger.exportMember(member, null),
)
