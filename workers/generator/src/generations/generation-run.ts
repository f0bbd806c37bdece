import { DurableObject } from 'cloudflare:workers'
import type { Design } from '@encre/protocol/design'
import { isoDate } from '@encre/worker/moment'
import type { Bindings } from '../bindings.ts'
import { isRunning } from '../running.ts'
import {
  encodePartial,
  eventStreamResponse,
  type Follower,
  mostFollowers,
  openEventStream,
} from './event-stream.ts'
import { findGenerationToRun } from './generations-store.ts'
import { steps } from './run-steps.ts'
import { findPartial, savePartial } from './run-storage.ts'
import {
  firstStates,
  isRunState,
  type Run,
  type RunEvent,
  storedStates,
  type Transition,
  transitionOf,
} from './run-table.ts'
import {
  beginAttempt,
  logStep,
  millisecondsSince,
  moveGeneration,
  presentGeneration,
  type StoredGeneration,
  toContract,
} from './stored-generation.ts'

// The Durable Object of one generation: an alarm takes the steps of `run-steps.ts` one by one, and
// pages follow it by `event-stream.ts`. One that stands still is started by
// `generations-cleanup.ts`.

/**
 * Runs one generation from its alarm. Each step is recorded in D1 before it is taken, so that a
 * repeated alarm continues.
 */
export class GenerationRun extends DurableObject<Bindings> {
  #running: Promise<void> | null = null
  #cancelled = new AbortController()
  #followers = new Set<Follower>()

  async start(id: string): Promise<void> {
    if (this.#running || (await this.ctx.storage.getAlarm()) !== null) return
    this.ctx.storage.kv.put('id', id)
    await this.ctx.storage.setAlarm(Date.now())
  }

  /**
   * Aborts the step under way and resolves once nothing runs. Move or delete the row first: the run
   * then saves nothing.
   */
  async stop(id: string): Promise<void> {
    this.#cancelled.abort()
    // If the run fails now, its alarm reports the error.
    await this.#running?.catch(() => {})
    await this.#clear()
    const generation = await findGenerationToRun(this.env.DB, id)
    if (generation) await this.#notify(generation)
    else
      for (const follower of this.#followers) {
        follower.close()
      }
  }

  /**
   * Event stream of the generation `/<id>`. A page above the limit gets the present state only, and
   * polls.
   */
  override async fetch(request: Request): Promise<Response> {
    const id = new URL(request.url).pathname.slice(1)
    const follower = openEventStream(request.headers.get('last-event-id'), {
      onClose: () => this.#followers.delete(follower),
      onIdle: () => this.ctx.waitUntil(this.start(id)),
    })
    // Added before the row is read, so that no change is missed. The stream drops an event that
    // arrives twice by its id.
    const isFull = this.#followers.size >= mostFollowers
    if (!isFull) this.#followers.add(follower)
    try {
      const generation = await findGenerationToRun(this.env.DB, id)
      if (generation) {
        follower.sendState(await presentGeneration(this.env, generation), generation.version)
        const partial = isFull ? null : findPartial(this.ctx.storage.kv)
        if (partial) follower.sendPartial(partial)
      }
      if (isFull || !generation || !isRunning(generation.state)) follower.close()
    } catch (error) {
      follower.close()
      throw error
    }
    return eventStreamResponse(follower.body)
  }

  override async alarm(): Promise<void> {
    const id = this.ctx.storage.kv.get<string>('id')
    if (!id || this.#running) return
    this.#running = this.#run(id).finally(() => {
      this.#running = null
    })
    await this.#running
  }

  async #run(id: string): Promise<void> {
    const generation = await findGenerationToRun(this.env.DB, id)
    let state = generation && firstStates[generation.state]
    if (!generation || !state) return this.#clear()
    const retryAt = Date.parse(generation.retryAt ?? '')
    if (retryAt > Date.now()) return this.ctx.storage.setAlarm(retryAt)
    const run: Run = {
      env: this.env,
      storage: this.ctx.storage.kv,
      signal: this.#cancelled.signal,
      generation,
      reference: null,
      attempt: null,
      onPartial: (image) => {
        const event = encodePartial(image, run.generation.version)
        savePartial(run.storage, event)
        for (const follower of this.#followers) {
          follower.sendPartial(event)
        }
      },
    }
    for (;;) {
      const event = await steps[state](run)
      const transition = transitionOf(state, event)
      const moved = await this.#record(run.generation, event, transition)
      if (!moved || !isRunState(transition.next)) return this.#clear()
      run.generation = moved
      run.attempt = event.name === 'model-chosen' ? event.attempt : null
      if (event.name === 'prepared') run.reference = event.reference
      state = transition.next
      if ('waitSeconds' in event)
        return this.ctx.storage.setAlarm(Date.now() + event.waitSeconds * 1000)
    }
  }

  /**
   * Records a transition in D1 and notifies the pages. Null if the row was cancelled or erased: the
   * run then ends without a trace.
   */
  async #record(
    generation: StoredGeneration,
    event: RunEvent,
    transition: Transition,
  ): Promise<StoredGeneration | null> {
    const { next, ...move } = transition
    const to = storedStates[next]
    if (event.name !== 'model-chosen' && to === generation.state && !move.problem) return generation
    const moved =
      event.name === 'model-chosen'
        ? await beginAttempt(this.env.DB, generation, event.attempt)
        : await moveGeneration(this.env.DB, generation, {
            ...move,
            to,
            outcome: event.outcome,
            retryAt: retryDateOf(event),
          })
    if (!moved) return null
    const outcome = event.name === 'model-chosen' ? `attempt ${moved.attempt}` : event.outcome
    logStep(moved, moved.state, {
      ms: millisecondsSince(moved.createdAt),
      outcome,
      ...(move.problem && { problem: move.problem }),
    })
    await this.#notify(moved, event.name === 'saved' ? event.design : null)
    return moved
  }

  async #notify(generation: StoredGeneration, design: Design | null = null): Promise<void> {
    if (this.#followers.size === 0) return
    const presented = design
      ? toContract(generation, design)
      : await presentGeneration(this.env, generation)
    for (const follower of this.#followers) {
      follower.sendState(presented, generation.version)
      if (!isRunning(generation.state)) follower.close()
    }
  }

  async #clear(): Promise<void> {
    await this.ctx.storage.deleteAlarm()
    await this.ctx.storage.deleteAll()
  }
}

function retryDateOf(event: RunEvent): string | null {
  return event.name === 'busy' ? isoDate(event.waitSeconds * 1000) : null
}
