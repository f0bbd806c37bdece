import type { HandlersOf } from '@encre/worker/serve'
import type * as contract from './contract.ts'

/** What answers the operations of the contract. Each file has some of them. */
export type Handlers = HandlersOf<typeof contract, Env>
