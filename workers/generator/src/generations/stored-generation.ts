import * as z from 'zod/mini'
import { GenerationRequest, GenerationState } from '../contract.ts'

// Unknown fields are ignored here and refused in a page's request: a newer worker may have written them before a rollback.
const StoredRequest = z.object(GenerationRequest.shape)

export interface StoredGeneration {
  id: string
  memberId: string
  ownerKey: string
  bodyHash: string
  state: GenerationState
  /** Grows with each change of state. `moveGeneration` changes only the version that the caller read. Also the id of the state's event. */
  version: number
  request: GenerationRequest
  requestId: string
  /** Id of the page manifest that the request came with. */
  composition: string | null
  model: string | null
  /** Whether the last attempt asked for a transparent background. */
  transparent: boolean
  revisedPrompt: string | null
  attempt: number
  problem: string | null
  billedTo: string
  createdAt: string
  updatedAt: string
}

export const generationColumns =
  'id, member_id, owner_key, body_hash, state, version, request, request_id, composition, model, transparent, revised_prompt, attempt, problem, billed_to, created_at, updated_at'

export interface GenerationRow {
  id: string
  member_id: string
  owner_key: string
  body_hash: string
  state: string
  version: number
  request: string
  request_id: string
  composition: string | null
  model: string | null
  transparent: number
  revised_prompt: string | null
  attempt: number
  problem: string | null
  billed_to: string
  created_at: string
  updated_at: string
}

export function toGeneration(row: GenerationRow): StoredGeneration {
  return {
    id: row.id,
    memberId: row.member_id,
    ownerKey: row.owner_key,
    bodyHash: row.body_hash,
    state: z.parse(GenerationState, row.state),
    version: row.version,
    request: z.parse(StoredRequest, JSON.parse(row.request)),
    requestId: row.request_id,
    composition: row.composition,
    model: row.model,
    transparent: row.transparent === 1,
    revisedPrompt: row.revised_prompt,
    attempt: row.attempt,
    problem: row.problem,
    billedTo: row.billed_to,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
