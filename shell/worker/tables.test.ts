import { env } from 'cloudflare:workers'
import { testTables } from '@encre/worker/testing-tables'
import { tables } from './tables.ts'

testTables(env.DB, tables)
