import { env } from 'cloudflare:workers'
import { testExports, testTables } from '@encre/worker/testing-tables'
import type { Bindings } from './bindings.ts'
import { exportAccount } from './export/export-job.ts'
import { tables } from './tables.ts'
import './testing.ts'

testTables(env.DB, tables)

testExports<typeof tables>(
  env.DB,
  {
    users: {
      others: { id: 'auth0|exported' },
      values: {
        email: ['ana@encre.test', 'bo@encre.test'],
        name: ['Ana', 'Bo'],
        created_at: ['2026-11-20T10:00:00.000Z', '2026-11-21T10:00:00.000Z'],
        // Last, because it finds the row.
        id: ['auth0|exported', 'auth0|another'],
      },
    },
  },
  () => exportAccount(env as unknown as Bindings, 'auth0|exported'),
)
