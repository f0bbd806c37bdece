import type { Draft } from '../use-draft.ts'

/** How the form was filled from an address. */
export interface Filled {
  path: string
  kind: 'variation' | 'retry'
  /** The generation had an uploaded reference, which is gone. */
  lostReference: boolean
  /** The member's draft before, if it had other words. */
  before: Draft | null
}
