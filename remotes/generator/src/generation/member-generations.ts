import {
  cancelGeneration,
  type Generation,
  type GenerationRequest,
  type GeneratorOptions,
  startGeneration,
  withdrawGeneration,
} from '@encre/generator-worker/contract'
import { generatorPath } from '@encre/protocol/links'
import type { ShellApi } from '@encre/protocol/shell-api'
import { createWriter } from '@encre/protocol/writer'
import { call } from '@encre/remote-kit/call'
import { judge, RequestError } from '@encre/remote-kit/request-error'
import { SessionEndedError } from '@encre/remote-kit/session'
import { messages } from '../messages.ts'
import {
  deleteFollowedId,
  followGeneration,
  readFollowedIds,
  readVariantIds,
  saveFollowedId,
  saveVariantIds,
} from './follow-generation.ts'
import {
  applyEvent,
  applyList,
  type Change,
  type FollowEvent,
  findPending,
  type GenerationEvent,
  type GenerationsState,
  initialState,
  isFinal,
  putAway,
} from './generations-state.ts'
import type { Page } from './read-events.ts'
import { createReferenceUploads } from './reference-uploads.ts'

/**
 * What a member has asked for, which outlives the page: each generation is followed to its end after
 * the page is left. `generations-state.ts` has what an event changes.
 */
export class MemberGenerations {
  private state: GenerationsState = {
    ...initialState,
    isExpected: readFollowedIds().length > 0,
  }
  private openPages = 0
  /** Counts generations that ended while the member was on another page, for one notification. */
  private news = { done: 0, total: 0 }
  private readonly page = (): Page => ({
    shell: this.shell,
    inBackground: this.openPages === 0,
  })
  private readonly writer = createWriter(judge)
  private readonly uploads = createReferenceUploads(this.page, this.writer)
  private readonly jobs = new Map<string, AbortController>()
  private readonly listeners = new Set<() => void>()

  constructor(
    readonly memberId: string,
    private shell: ShellApi,
  ) {}

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly getSnapshot = (): GenerationsState => this.state

  setShell(next: ShellApi): void {
    this.shell = next
  }

  /** Call it when a page opens. Returns a function to call when the page is left. */
  open(): () => void {
    this.openPages += 1
    this.news = { done: 0, total: 0 }
    return () => {
      this.openPages -= 1
      if (this.openPages === 0) this.change(putAway)
    }
  }

  receiveOptions(options: GeneratorOptions): void {
    this.change((state) => ({ ...state, options }))
  }

  /** Shows what the worker lists, and follows what runs. */
  receiveList(listed: Generation[]): void {
    this.change((state) => applyList(state, listed, readVariantIds()))
    const { pending } = this.state
    const unknown = listed.filter(
      ({ id }) => !pending.some(({ generation }) => generation?.id === id),
    )
    for (const generation of unknown) {
      const key = generation.id
      if (!isFinal(generation)) {
        this.dispatch({ type: 'found', key, generation })
        void this.runJob(key, (signal) => this.follow(key, generation, signal))
      } else if (deleteFollowedId(key) && generation.state !== 'done')
        this.dispatch({ type: 'ended-while-away', generation })
    }
  }

  readonly generate = async (
    request: GenerationRequest,
    reference: File | null,
    count = 1,
  ): Promise<void> => {
    if (this.state.pending.length > 0) return
    const keys = Array.from({ length: count }, () => crypto.randomUUID())
    for (const key of keys) {
      this.dispatch({ type: 'submitted', key, request })
    }
    // A refused variant does not affect the others.
    await Promise.all(
      keys.map((key) => this.runJob(key, (signal) => this.send(key, request, reference, signal))),
    )
  }

  readonly cancel = async (key: string): Promise<void> => {
    const entry = findPending(this.state, key)
    if (entry?.phase === 'waiting') this.withdraw(key)
    if (entry?.phase !== 'sending' && entry?.phase !== 'running') return
    this.dispatch({ type: 'cancel-requested', key })
    try {
      const generation = await this.requestCancellation(key, entry.generation?.id)
      // It may have ended meanwhile.
      if (!findPending(this.state, key)) return
      if (!generation) this.withdraw(key)
      // It may be on its way into the gallery: then it is still followed.
      else if (isFinal(generation)) {
        this.stopJob(key)
        this.end(key, generation)
      }
    } catch (error) {
      if (!findPending(this.state, key)) return
      this.dispatch({ type: 'cancel-refused', key })
      if (!(error instanceof SessionEndedError)) this.announce(messages.cancelFailed)
    }
  }

  close(): void {
    for (const key of this.jobs.keys()) {
      this.stopJob(key)
    }
    this.writer.end()
  }

  private change(change: Change): void {
    const { slots } = this.state
    const next = change(this.state)
    if (next === this.state) return
    this.state = next
    if (next.slots !== slots) saveVariantIds(next.slots)
    for (const listener of this.listeners) {
      listener()
    }
  }

  private dispatch(event: GenerationEvent): void {
    this.change((state) => applyEvent(state, event))
  }

  private announce(text: string): void {
    if (this.openPages > 0) this.shell.announce(text)
  }

  /**
   * Tells a member on another page, once for all variants. If another version of this remote shows
   * the generator, it tells them.
   */
  private notify(isDone: boolean, subject: string): void {
    if (this.openPages > 0 || location.pathname === generatorPath) return
    this.news.total += 1
    this.news.done += isDone ? 1 : 0
    if (this.state.pending.length > 0) return
    const told = this.news
    this.news = { done: 0, total: 0 }
    import(/* webpackChunkName: "later" */ '../later-messages.ts')
      .then(({ notificationText }) =>
        this.shell.notify(notificationText(told, subject), generatorPath),
      )
      .catch((error: unknown) => this.shell.report(error))
  }

  private async runJob(key: string, task: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const job = new AbortController()
    this.jobs.set(key, job)
    try {
      await task(job.signal)
    } catch (error) {
      if (!job.signal.aborted) this.endFailed(key, error)
    }
  }

  private stopJob(key: string): void {
    this.jobs.get(key)?.abort()
    this.writer.end(key)
  }

  private async send(
    key: string,
    request: GenerationRequest,
    reference: File | null,
    signal: AbortSignal,
  ): Promise<void> {
    const onWait = this.showConnection(key)
    const uploaded =
      reference && (await this.uploads.upload(reference, request, { signal, onWait }))
    signal.throwIfAborted()
    const body = { ...request, ...uploaded }
    const send = () => {
      this.dispatch({ type: 'sent', key })
      const { shell, inBackground } = this.page()
      return call(shell, startGeneration, { body, key, signal, inBackground })
    }
    const generation = await this.writer.write(key, { send, onWait }).catch((error) => {
      const isUnknown = error instanceof RequestError && error.code === 'unknown-reference'
      if (reference && isUnknown) this.uploads.forget(reference)
      throw error
    })
    // The list may have shown the same generation before this response arrived.
    const twin = this.state.pending.find(
      (other) => other.key !== key && other.generation?.id === generation.id,
    )
    if (twin) {
      this.stopJob(twin.key)
      this.dispatch({ type: 'dropped', key: twin.key })
    }
    this.dispatch({ type: 'accepted', key, generation })
    await this.follow(key, generation, signal)
  }

  private showConnection(key: string) {
    return (code: string | null) =>
      this.dispatch({ type: 'connection', key, connected: code === null })
  }

  private async follow(key: string, generation: Generation, signal: AbortSignal): Promise<void> {
    if (isFinal(generation)) {
      this.end(key, generation)
      return
    }
    saveFollowedId(generation.id)
    const tell = (event: FollowEvent) => this.dispatch({ key, ...event })
    this.end(key, await followGeneration({ id: generation.id, page: this.page, tell, signal }))
  }

  private end(key: string, generation: Generation): void {
    const isNews = deleteFollowedId(generation.id)
    this.dispatch({ type: 'ended', key, generation, isFresh: this.openPages > 0 })
    if (generation.state === 'cancelled') {
      this.announce(messages.cancelled)
      return
    }
    const isDone = generation.state === 'done'
    if (isDone) this.announce(messages.ready)
    if (isNews) this.notify(isDone, generation.request.description)
  }

  private endFailed(key: string, error: unknown): void {
    const subject = findPending(this.state, key)?.design.description ?? ''
    if (error instanceof SessionEndedError) {
      this.dispatch({ type: 'dropped', key })
      return
    }
    const answer = error instanceof RequestError ? error : null
    if (!answer) this.shell.report(error)
    this.dispatch({
      type: 'failed',
      key,
      code: answer?.code ?? 'unknown',
      requestId: answer?.requestId ?? null,
      refused: answer !== null,
    })
    this.notify(false, subject)
  }

  /**
   * Cancels by id, or by the key when no answer has named the generation. Undefined when the worker
   * does not know the key: it then never runs a request with it.
   */
  private requestCancellation(key: string, id: string | undefined) {
    return this.writer.write<Generation | undefined>(`cancel ${key}`, {
      send: () => {
        const { shell, inBackground } = this.page()
        return id
          ? call(shell, cancelGeneration, { params: { id }, inBackground })
          : call(shell, withdrawGeneration, { params: { key }, inBackground })
      },
      onWait: this.showConnection(key),
    })
  }

  private withdraw(key: string): void {
    this.stopJob(key)
    this.dispatch({ type: 'withdrawn', key })
    this.announce(messages.cancelled)
  }
}
