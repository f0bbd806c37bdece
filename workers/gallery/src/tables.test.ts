import { env } from 'cloudflare:workers'
import { testTables } from '@encre/worker/testing-tables'
import { tables } from './tables.ts'
import './testing.ts'

testTables(env.DB, tables)
