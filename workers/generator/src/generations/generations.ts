import { addressOf } from '@encre/protocol/operation'
import { uuid } from '@encre/protocol/repeat-key'
import { hasErasure } from '@encre/worker/erased-owners'
import { logError } from '@encre/worker/log'
import { hasVerifiedEmail, ownerKey } from '@encre/worker/member'
import { readNetworkKey } from '@encre/worker/network-key'
import { problem } from '@encre/worker/problem'
import { type Bindings, type Handlers, runOf } from '../bindings.ts'
import { type GenerationList, type GenerationRequest, readGeneration } from '../contract.ts'
import { isLibraryFull } from '../limits/full-library.ts'
import { findOwnerRefusal, hasGeneratedBefore } from '../limits/limits.ts'
import { findParent } from '../parents.ts'
import { listModels, offeredOptions } from '../providers/models-store.ts'
import { hasReference } from '../references/references-store.ts'
import { isRunning } from '../running.ts'
import { settingsOf } from '../settings.ts'
import { eventStreamResponse, openEventStream } from './event-stream.ts'
import { isStalled } from './generations-cleanup.ts'
import {
  acceptGeneration,
  findGeneration,
  hasGeneration,
  listRecentGenerations,
} from './generations-store.ts'
import { hashRequest, readRequest } from './read-request.ts'
import { cancellationOf, storedStates } from './run-table.ts'
import {
  logStep,
  millisecondsSince,
  moveGeneration,
  presentGeneration,
  presentGenerations,
  type StoredGeneration,
} from './stored-generation.ts'
import { withdrawKey } from './withdrawn-keys.ts'

// The operations on generations: what is accepted before a run begins, listed, followed,
// cancelled. The page calls them from `remotes/generator/src/generation/member-generations.ts`.

const wholeUuid = new RegExp(`^${uuid}$`, 'i')

export const generations = {
  async startGeneration(c, { body }) {
    const { memberId, requestId, composition = null } = c.var
    const key = c.req.header('idempotency-key')
    if (!key) return problem(c, 400, 'missing-idempotency-key')
    if (!wholeUuid.test(key)) return problem(c, 400, 'invalid-idempotency-key')

    const read = readRequest(body)
    if ('refusal' in read) return problem(c, 400, read.refusal, read.detail)
    const { request } = read
    const owner = await ownerKey(memberId)
    const refusal =
      (await findEmailRefusal(c.env, owner, c.var.accessToken)) ??
      (await findImageRefusal(c.env, memberId, request)) ??
      ((await isLibraryFull(c.env, memberId, owner)) ? 'library-full' : null)
    // A repeated request gets the answer of the first one, even if its reference or its parent
    // was deleted since.
    if (refusal && !(await hasGeneration(c.env.DB, memberId, key.toLowerCase()))) {
      return problem(c, statusOf(refusal), refusal)
    }

    const id = crypto.randomUUID()
    const networkKey = readNetworkKey(c.req.raw.headers)
    const { limits, jurisdiction } = settingsOf(c.env)
    const limited = { ownerKey: owner, networkKey, limits }
    const bodyHash = await hashRequest(request)
    const received = {
      id,
      memberId,
      idempotencyKey: key.toLowerCase(),
      bodyHash,
      request,
      requestId,
      composition,
      jurisdiction,
    }
    const generation = await acceptGeneration(c.env.DB, { ...received, ...limited })
    if (!generation) {
      const reason = await findOwnerRefusal(c.env.DB, limited)
      return problem(c, reason === 'account-erased' ? 403 : 429, reason ?? 'resource-exhausted')
    }
    if (generation.bodyHash !== bodyHash) return problem(c, 422, 'failed-precondition')

    if (generation.id === id)
      logStep(generation, 'accepted', {
        ms: millisecondsSince(generation.createdAt),
        outcome: 'queued',
      })
    // The row is stored: if the start fails, the next read or the sweep starts the run.
    if (isRunning(generation.state))
      await runOf(c.env, generation).start(generation.id).catch(logError)
    c.header('Location', addressOf(readGeneration, { id: generation.id }))
    return c.json(
      await presentGeneration(c.env, generation),
      isRunning(generation.state) ? 202 : 200,
    )
  },

  async listGenerations(c) {
    const found = await listRecentGenerations(c.env.DB, c.var.memberId)
    await Promise.all(found.map((generation) => restartStalled(c.env, generation)))
    // Without the gallery the list still has the running generations.
    return c.json<GenerationList>({
      generations: await presentGenerations(c.env, c.var.memberId, found),
    })
  },

  async readGeneration(c, { params }) {
    const generation = await findGeneration(c.env.DB, c.var.memberId, params.id)
    if (!generation) return problem(c, 404, 'not-found')
    await restartStalled(c.env, generation)
    return c.json(await presentGeneration(c.env, generation))
  },

  async followGeneration(c, { params }) {
    const generation = await findGeneration(c.env.DB, c.var.memberId, params.id)
    if (!generation) return problem(c, 404, 'not-found')
    await restartStalled(c.env, generation)
    const lastEventId = c.req.header('last-event-id') ?? null
    if (isRunning(generation.state)) {
      const headers = { ...(lastEventId && { 'last-event-id': lastEventId }) }
      const events = await runOf(c.env, generation).fetch(`https://run/${generation.id}`, {
        headers,
      })
      return c.body(events.body ?? '', events)
    }
    const stream = openEventStream(lastEventId)
    stream.sendState(await presentGeneration(c.env, generation), generation.version)
    stream.close()
    const events = eventStreamResponse(stream.body)
    return c.body(events.body ?? '', events)
  },

  async cancelGeneration(c, { params }) {
    const generation = await findGeneration(c.env.DB, c.var.memberId, params.id)
    if (!generation) return problem(c, 404, 'not-found')
    return c.json(await presentGeneration(c.env, await cancelGeneration(c.env, generation)))
  },

  async withdrawGeneration(c, { params: { key } }) {
    if (!wholeUuid.test(key)) return problem(c, 400, 'invalid-idempotency-key')
    const result = await withdrawKey(c.env.DB, c.var.memberId, key.toLowerCase())
    if (result === 'refused') {
      const isErased = await hasErasure(c.env.DB, await ownerKey(c.var.memberId))
      return problem(c, isErased ? 403 : 429, isErased ? 'account-erased' : 'resource-exhausted')
    }
    if (result === 'withdrawn') return c.body(null, 204)
    return c.json(await presentGeneration(c.env, await cancelGeneration(c.env, result)))
  },
} satisfies Partial<Handlers>

async function cancelGeneration(
  env: Bindings,
  generation: StoredGeneration,
): Promise<StoredGeneration> {
  const { id, memberId, state } = generation
  const cancellation = cancellationOf(generation)
  if (!cancellation) return generation
  const { next, ...move } = cancellation
  const cancelled = await moveGeneration(env.DB, generation, {
    ...move,
    to: storedStates[next],
    outcome: 'cancelled',
  })
  if (!cancelled) {
    // The run moved it between read and write: decide again with its new state.
    const current = await findGeneration(env.DB, memberId, id)
    return current ? cancelGeneration(env, current) : generation
  }
  await runOf(env, cancelled).stop(id)
  logStep(cancelled, 'cancelled', {
    ms: millisecondsSince(cancelled.createdAt),
    outcome: `while ${state}`,
  })
  return cancelled
}

type RequestRefusal =
  | 'library-full'
  | NonNullable<Awaited<ReturnType<typeof findEmailRefusal | typeof findImageRefusal>>>

function statusOf(refusal: RequestRefusal): 403 | 404 | 409 | 422 {
  if (refusal === 'email-unverified') return 403
  if (refusal === 'not-found') return 404
  return refusal === 'library-full' ? 409 : 422
}

/** Only the first generation asks for it: a member who has designs goes on. */
async function findEmailRefusal(
  env: Bindings,
  owner: string,
  accessToken: string,
): Promise<'email-unverified' | null> {
  if (!settingsOf(env).needsVerifiedEmail || hasVerifiedEmail(accessToken, env)) return null
  return (await hasGeneratedBefore(env.DB, owner)) ? null : 'email-unverified'
}

async function findImageRefusal(
  env: Bindings,
  memberId: string,
  { referenceId, maskId, parentId, parentAsReference }: GenerationRequest,
) {
  if ((referenceId || parentAsReference) && !offeredOptions(await listModels(env)).references)
    return 'references-unsupported'
  const uploadedId = referenceId ?? maskId
  if (uploadedId && !(await hasReference(env.DB, memberId, uploadedId))) return 'unknown-reference'
  return parentId && !(await findParent(env, memberId, parentId)) ? 'not-found' : null
}

async function restartStalled(env: Bindings, generation: StoredGeneration): Promise<void> {
  if (isRunning(generation.state) && isStalled(generation))
    await runOf(env, generation).start(generation.id)
}
