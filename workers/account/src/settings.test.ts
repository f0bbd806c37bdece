import { env } from 'cloudflare:workers'
import { testSettings } from '@encre/worker/testing-settings'
import Account from './worker.ts'

testSettings(Account, '/api/account/health', env, [
  { name: 'ADDRESS_SECRET', value: '' },
  { name: 'AUTH0_CLIENT_ID', value: '' },
  { name: 'AUTH0_M2M_CLIENT_SECRET', value: '' },
])
