import { DurableObject } from 'cloudflare:workers'
import type { Design } from '@encre/protocol/design'
import { logError } from '@encre/worker/log'
import type { Bindings } from '../bindings.ts'
import type { GenerationRequest, PartialImage } from '../contract.ts'
import { callProvider } from '../providers/call-provider.ts'
import { familyOf } from '../providers/families.ts'
import { fetchImage } from '../providers/fetch-image.ts'
import { listModels, type OfferedModel, rememberMissingModel, rememberRefusedFeature } from '../providers/models-store.ts'
import type { DownloadAnswer, ImageRequest, ProviderAnswer } from '../providers/provider.ts'
import { readReference } from '../references/references-files.ts'
import { eventStreamResponse, type Follower, openEventStream } from './event-stream.ts'
import {
  beginAttempt,
  endAttempt,
  findGenerationToRun,
  isRunning,
  type Move,
  moveGeneration,
  type StoredGeneration,
} from './generations-store.ts'
import { logStep, millisecondsSince } from './log-step.ts'
import { presentGeneration, toGeneration } from './present-generation.ts'
import { buildPrompt } from './prompt.ts'
import { getAddress, getResult, hasAddress, hasResult, keepAddress, keepResult } from './result-storage.ts'

const maxWaits = 3
const maxWaitSeconds = 60
/** Until then an image that was paid for is worth another try, each a while after the one before. */
const saveFor = 24 * 60 * 60 * 1000
const maxSavePauseSeconds = 300
/** A provider keeps an image for an hour. */
const fetchFor = 55 * 60 * 1000
const maxFetchPauseSeconds = 60

/**
 * Runs one generation by its alarm, so that the work depends neither on the member's connection nor on this machine. D1 says where it
 * stands: each step is written there before it is taken, and an alarm that runs again reads it and goes on, or says that it cannot know.
 */
export class GenerationRun extends DurableObject<Bindings> {
  #running: Promise<void> | null = null
  #cancelled = new AbortController()
  #followers = new Set<Follower>()
  #partial: { image: PartialImage; version: number } | null = null

  /** Makes sure that the generation runs; harmless while it does. */
  async start(id: string): Promise<void> {
    if (this.#running || (await this.ctx.storage.getAlarm()) !== null) return
    this.ctx.storage.kv.put('id', id)
    await this.ctx.storage.setAlarm(Date.now())
  }

  /** Gives up what is under way. The row must have been moved or removed before; returns once nothing runs any more. */
  async stop(id: string): Promise<void> {
    this.#cancelled.abort()
    await this.#running
    await this.#forget()
    const generation = await findGenerationToRun(this.env.DB, id)
    if (generation) await this.#tell(generation)
    else for (const follower of this.#followers) follower.close()
  }

  /** The event stream of the generation `/<id>`, whose owner the caller has checked. */
  override async fetch(request: Request): Promise<Response> {
    const id = new URL(request.url).pathname.slice(1)
    const follower = openEventStream(request.headers.get('last-event-id'), {
      onClose: () => this.#followers.delete(follower),
      onQuiet: () => this.ctx.waitUntil(this.start(id)),
    })
    // Before reading, so that no change falls between; the ids sort out what arrives twice.
    this.#followers.add(follower)
    try {
      const generation = await findGenerationToRun(this.env.DB, id)
      if (generation) {
        follower.sendState(await presentGeneration(this.env, generation), generation.version)
        if (this.#partial) follower.sendPartial(this.#partial.image, this.#partial.version)
      }
      if (!generation || !isRunning(generation.state)) follower.close()
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
    if (!generation || !isRunning(generation.state)) return this.#forget()
    if (generation.state === 'queued') return this.#call(generation)
    if (generation.state === 'storing' || hasResult(this.ctx.storage.kv)) return this.#store(generation)
    if (hasAddress(this.ctx.storage.kv)) return this.#download(generation)
    // The call was written, its answer was not: it may have been billed, so it is never made again.
    await this.#end(generation, { from: ['calling'], to: 'interrupted', charged: 'site', outcome: 'unknown' })
  }

  async #call(queued: StoredGeneration): Promise<void> {
    const { ownerKey, request } = queued
    // Before the call is written: a bucket that does not answer is no call of unknown outcome.
    const reference = request.referenceId ? await readReference(this.env, ownerKey, request.referenceId) : null
    if (request.referenceId && !reference) {
      return this.#end(queued, { from: ['queued'], to: 'failed', problem: 'internal', charged: 'nobody', outcome: 'reference missing' })
    }
    for (const { name: model, stream, transparent } of modelsFor(request, await listModels(this.env))) {
      const asked = { model, stream, transparent: transparent && request.transparent === true, reference }
      const calling = await beginAttempt(this.env.DB, queued.id, asked)
      if (!calling) return this.#forget()
      logStep(calling, 'calling', { ms: millisecondsSince(calling.createdAt), outcome: `attempt ${calling.attempt}` })
      await this.#tell(calling)
      const started = Date.now()
      const answer = await this.#ask(calling, asked)
      logStep(calling, 'answer', { ms: Date.now() - started, outcome: outcomeOf(answer) })
      if (answer.kind === 'image') return this.#store(calling)
      if (answer.kind === 'address') return this.#download(calling)
      if (answer.kind !== 'model-missing' && answer.kind !== 'feature-refused') return this.#settle(calling, answer)
      if (answer.kind === 'model-missing') await rememberMissingModel(this.env, model)
      else await rememberRefusedFeature(this.env, model, answer.feature)
      const again = await this.#move(calling, { from: ['calling'], to: 'queued', outcome: outcomeOf(answer) })
      if (!again) return this.#forget()
      if (answer.kind === 'feature-refused') return this.#call(again)
    }
    await this.#end(queued, { from: ['queued'], to: 'failed', problem: 'provider-misconfigured', charged: 'nobody', outcome: 'no-model' })
  }

  async #ask(generation: StoredGeneration, asked: Omit<ImageRequest, 'prompt' | 'ownerKey'>): Promise<ProviderAnswer> {
    const { request, ownerKey, version } = generation
    const { model, transparent } = asked
    const prompt = familyOf(model).fitPrompt(buildPrompt(request, transparent))
    const answer = await callProvider(
      this.env,
      { ...asked, prompt, ownerKey },
      { signal: this.#cancelled.signal, onPartial: (image) => this.#tellPartial(image, version) },
    )
    if (answer.kind === 'image') this.#keep(answer, { model, prompt })
    if (answer.kind === 'address') {
      keepAddress(this.ctx.storage.kv, { url: answer.url, model, prompt })
      await endAttempt(this.env.DB, generation.id, outcomeOf(answer))
    }
    return answer
  }

  #keep({ bytes, format }: Extract<ProviderAnswer, { kind: 'image' }>, made: { model: string; prompt: string }): void {
    keepResult(this.ctx.storage.kv, { ...made, bytes, type: format.type, createdAt: new Date().toISOString() })
  }

  /** Fetches the image from where the provider left it. Cut short, the alarm that runs again begins here: the provider was paid. */
  async #download(generation: StoredGeneration): Promise<void> {
    const { url, model, prompt } = getAddress(this.ctx.storage.kv)
    const started = Date.now()
    const answer = await fetchImage(this.env, url, this.#cancelled.signal)
    logStep(generation, 'download', { ms: Date.now() - started, outcome: outcomeOf(answer) })
    if (answer.kind === 'unreachable') return this.#downloadLater(generation, answer)
    if (answer.kind === 'refused') return this.#settle(generation, answer)
    this.#keep(answer, { model, prompt })
    await this.#store(generation)
  }

  async #downloadLater(generation: StoredGeneration, answer: Extract<DownloadAnswer, { kind: 'unreachable' }>): Promise<void> {
    if (millisecondsSince(generation.updatedAt) < fetchFor) {
      return this.#wait(Math.min(2 ** (this.#count('fetches') - 1), maxFetchPauseSeconds))
    }
    const outcome = outcomeOf(answer)
    await this.#end(generation, { from: ['calling'], to: 'failed', problem: 'provider-unavailable', charged: 'site', outcome })
  }

  /** What follows an answer without an image. */
  async #settle(generation: StoredGeneration, answer: Extract<ProviderAnswer, { kind: 'busy' | 'refused' | 'unknown' }>): Promise<void> {
    const from = ['calling'] as const
    const outcome = outcomeOf(answer)
    if (answer.kind === 'unknown') return this.#end(generation, { from, to: 'interrupted', charged: 'site', outcome })
    if (answer.kind === 'refused') {
      return this.#end(generation, { from, to: 'failed', problem: answer.problem, charged: answer.charged, outcome })
    }
    const waits = this.#count('waits')
    const seconds = answer.retryAfterSeconds ?? 2 ** (waits - 1)
    if (waits > maxWaits || seconds > maxWaitSeconds) {
      return this.#end(generation, { from, to: 'failed', problem: answer.problem, charged: 'nobody', outcome })
    }
    if (await this.#move(generation, { from, to: 'queued', outcome })) await this.#wait(seconds)
  }

  async #store(generation: StoredGeneration): Promise<void> {
    const storing = await this.#move(generation, { from: ['calling', 'storing'], to: 'storing', outcome: 'image' })
    if (!storing) return this.#forget()
    const started = Date.now()
    try {
      const design = await this.#save(storing)
      logStep(storing, 'save', { ms: Date.now() - started, outcome: 'ok' })
      await this.#end(storing, { from: ['storing'], to: 'done', outcome: 'image' }, design)
    } catch (error) {
      logError(error, { generationId: storing.id, requestId: storing.requestId })
      const saves = this.#count('saves')
      logStep(storing, 'save', { ms: Date.now() - started, outcome: `failed ${saves}` })
      if (millisecondsSince(storing.createdAt) < saveFor) return this.#wait(Math.min(2 ** (saves - 1), maxSavePauseSeconds))
      await this.#end(storing, { from: ['storing'], to: 'failed', problem: 'save-failed', charged: 'site', outcome: 'image' })
    }
  }

  #save({ id, memberId, request }: StoredGeneration): Promise<Design> {
    const { bytes, type, model, prompt, createdAt } = getResult(this.ctx.storage.kv)
    const { style, size, sizeDetail, placement, placementDetail, colors, description } = request
    const choices = { style, size, sizeDetail, placement, placementDetail, colors }
    return this.env.LIBRARY.saveDesign(
      { id, prompt, subject: description, ...choices, createdAt, userId: memberId, model, origin: this.env.IMAGE_ORIGIN },
      { bytes: bytes.buffer, type },
    )
  }

  async #end(generation: StoredGeneration, move: Move, design: Design | null = null): Promise<void> {
    await this.#move(generation, move, design)
    await this.#forget()
  }

  async #move(generation: StoredGeneration, move: Move, design: Design | null = null): Promise<StoredGeneration | null> {
    const moved = await moveGeneration(this.env.DB, generation.id, move)
    if (!moved) return null
    const { outcome, problem } = move
    logStep(moved, moved.state, { ms: millisecondsSince(moved.createdAt), outcome, ...(problem && { problem }) })
    await this.#tell(moved, design)
    return moved
  }

  async #wait(seconds: number): Promise<void> {
    await this.ctx.storage.setAlarm(Date.now() + seconds * 1000)
  }

  #count(name: 'waits' | 'fetches' | 'saves'): number {
    const count = (this.ctx.storage.kv.get<number>(name) ?? 0) + 1
    this.ctx.storage.kv.put(name, count)
    return count
  }

  async #tell(generation: StoredGeneration, design: Design | null = null): Promise<void> {
    this.#partial = null
    if (this.#followers.size === 0) return
    const presented = design ? toGeneration(generation, design) : await presentGeneration(this.env, generation)
    for (const follower of this.#followers) {
      follower.sendState(presented, generation.version)
      if (!isRunning(generation.state)) follower.close()
    }
  }

  #tellPartial(image: PartialImage, version: number): void {
    this.#partial = { image, version }
    for (const follower of this.#followers) follower.sendPartial(image, version)
  }

  /** Nothing is left to do: the row tells the rest. */
  async #forget(): Promise<void> {
    this.#partial = null
    await this.ctx.storage.deleteAlarm()
    await this.ctx.storage.deleteAll()
  }
}

/** A reference needs a model that takes one; a transparent background goes to those that make it, and only then to the others. */
function modelsFor({ referenceId, transparent }: GenerationRequest, models: OfferedModel[]): OfferedModel[] {
  const able = referenceId ? models.filter((model) => model.references) : models
  return transparent ? able.toSorted((one, other) => Number(other.transparent) - Number(one.transparent)) : able
}

function outcomeOf(answer: ProviderAnswer | DownloadAnswer): string {
  if (answer.kind === 'refused' || answer.kind === 'unknown' || answer.kind === 'unreachable') return `${answer.kind}: ${answer.reason}`
  if (answer.kind === 'feature-refused') return `${answer.feature}-refused`
  return answer.kind
}
