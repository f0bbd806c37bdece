import {
  cancelGeneration,
  type Generation,
  type GenerationRequest,
  type GeneratorOptions,
  listGenerations,
  readOptions,
  withdrawGeneration,
} from '@encre/generator-worker/contract'
import { generatorPath } from '@encre/protocol/links'
import type { ShellApi } from '@encre/protocol/shell-api'
import { createWriter } from '@encre/protocol/writer'
import { RequestError } from '@encre/remote-kit/request-error'
import { SessionEndedError } from '@encre/remote-kit/session'
import { judge } from '@encre/remote-kit/write'
import { messages } from '../messages.ts'
import { createPageCalls } from '../page-calls.ts'
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
  findPending,
  type GenerationEvent,
  type GenerationsState,
  initialState,
  isFinal,
} from './generations-state.ts'
import type { GenerationListener } from './read-events.ts'
import { createSender, type Variant } from './send-generation.ts'

/** Waits at least this long for a new quota, because the clocks of page and worker may differ. */
const minimumQuotaWaitMs = 30_000

/**
 * The generations of one member. The store outlives the page: each generation is followed to its
 * end after the page is left.
 */
export class MemberGenerations {
  private state: GenerationsState = {
    ...initialState,
    isExpected: readFollowedIds().length > 0,
  }
  private shell: ShellApi
  private openPages = 0
  /** Counts generations that ended while the member was on another page, for one notification. */
  private news = { done: 0, total: 0 }
  private quotaTimer: ReturnType<typeof setTimeout> | undefined
  private readonly calls = createPageCalls(() => ({
    shell: this.shell,
    inBackground: this.openPages === 0,
  }))
  private readonly writer = createWriter(judge)
  private readonly sendVariant = createSender(this.calls, this.writer)
  private readonly jobs = new Map<string, AbortController>()
  private readonly closed = new AbortController()
  private readonly listeners = new Set<() => void>()

  constructor(shell: ShellApi) {
    this.shell = shell
  }

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly getSnapshot = (): GenerationsState => this.state

  setShell(next: ShellApi): void {
    this.shell = next
  }

  /**
   * Call it when a page opens: it reads the options and finds running generations. Returns a
   * function to call when the page is left.
   */
  open(): () => void {
    this.openPages += 1
    this.news = { done: 0, total: 0 }
    void this.loadOptions()
    void this.findGenerations()
    // A timer stands still while the device sleeps.
    const page = new AbortController()
    const handleView = () => this.isQuotaOld() && void this.loadOptions()
    const signal = AbortSignal.any([page.signal, this.closed.signal])
    document.addEventListener('visibilitychange', handleView, { signal })
    return () => {
      page.abort()
      this.openPages -= 1
      if (this.openPages === 0) this.putAway()
    }
  }

  readonly generate = async (
    request: GenerationRequest,
    reference: File | null,
    count = 1,
  ): Promise<void> => {
    if (this.state.pending.length > 0) return
    const variants = Array.from({ length: count }, () => ({
      key: crypto.randomUUID(),
      request,
      reference,
    }))
    for (const { key } of variants) {
      this.dispatch({ type: 'submitted', key, request })
    }
    // A refused variant does not affect the others.
    await Promise.all(
      variants.map((variant) => this.runJob(variant.key, (signal) => this.send(variant, signal))),
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
      if (findPending(this.state, key)) this.endCancelled(key, generation)
    } catch (error) {
      if (!findPending(this.state, key)) return
      this.dispatch({ type: 'cancel-refused', key })
      if (!(error instanceof SessionEndedError)) this.announce(messages.cancelFailed)
    }
  }

  close(): void {
    clearTimeout(this.quotaTimer)
    for (const key of [...this.jobs.keys()]) {
      this.stopJob(key)
    }
    this.writer.end()
    this.closed.abort()
  }

  private setState(next: GenerationsState): void {
    if (next === this.state) return
    const { slots } = this.state
    this.state = next
    if (next.slots !== slots) this.saveVariants()
    for (const listener of this.listeners) {
      listener()
    }
  }

  private saveVariants(): void {
    const { slots } = this.state
    saveVariantIds(slots.length > 1 ? slots.flatMap(({ id }) => id ?? []) : [])
  }

  private dispatch(event: GenerationEvent): void {
    const wasPending = this.state.pending.length > 0
    this.setState(applyEvent(this.state, event))
    // Once for all variants: an end may give a place of the quota back, and a call teach what the
    // provider offers.
    const hasEnded = wasPending && this.state.pending.length === 0
    if (hasEnded && event.type !== 'dropped') void this.loadOptions()
  }

  /** The member has seen what ended. What ends from here on is shown when the page opens again. */
  private putAway(): void {
    clearTimeout(this.quotaTimer)
    const { pending, slots } = this.state
    const isKept = pending.length > 0 || slots.length > 1
    this.setState({ ...this.state, slots: isKept ? slots : [], stop: null, freshId: null })
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

  private async loadOptions(): Promise<void> {
    clearTimeout(this.quotaTimer)
    // The form works without them: the worker refuses what is not possible.
    const options = await this.calls
      .call(readOptions, { prefetched: true })
      .catch(() => this.state.options)
    if (this.openPages === 0) return
    this.setState({ ...this.state, options })
    const wait = Math.max(minimumQuotaWaitMs, untilReset(options))
    clearTimeout(this.quotaTimer)
    this.quotaTimer = setTimeout(() => void this.loadOptions(), wait)
  }

  private isQuotaOld(): boolean {
    return document.visibilityState === 'visible' && untilReset(this.state.options) <= 0
  }

  private async findGenerations(): Promise<void> {
    try {
      const { generations: listed } = await this.calls.call(listGenerations, { prefetched: true })
      this.setState(applyList(this.state, listed, readVariantIds()))
      const { pending } = this.state
      const unknown = listed.filter(
        ({ id }) => !pending.some(({ generation }) => generation?.id === id),
      )
      for (const generation of unknown.filter(isFinal)) {
        const isNews = deleteFollowedId(generation.id)
        if (isNews && generation.state !== 'done') {
          this.dispatch({ type: 'ended-while-away', generation })
        }
      }
      const running = unknown.filter((generation) => !isFinal(generation))
      await Promise.all(running.map((generation) => this.followFound(generation)))
    } catch (error) {
      // The member has not asked for anything yet: a list that fails shows no error.
      const isKnown = error instanceof SessionEndedError || error instanceof RequestError
      if (!isKnown) this.shell.report(error)
      this.setState({ ...this.state, isExpected: false })
    }
  }

  private async followFound(generation: Generation): Promise<void> {
    const key = generation.id
    this.dispatch({ type: 'found', key, generation })
    await this.runJob(key, async (signal) => {
      this.end(key, await this.follow(key, generation, signal))
    })
  }

  private async runJob(key: string, task: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const job = new AbortController()
    this.jobs.set(key, job)
    try {
      await task(job.signal)
    } catch (error) {
      if (!job.signal.aborted) this.endFailed(key, error)
    } finally {
      if (this.jobs.get(key) === job) this.jobs.delete(key)
    }
  }

  private stopJob(key: string): void {
    this.jobs.get(key)?.abort()
    this.jobs.delete(key)
    this.writer.end(key)
  }

  private async send(variant: Variant, signal: AbortSignal): Promise<void> {
    const { key } = variant
    const generation = await this.sendVariant(variant, {
      signal,
      onSend: () => this.dispatch({ type: 'sent', key }),
      onWait: this.showConnection(key),
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
    this.end(key, await this.follow(key, generation, signal))
  }

  private showConnection(key: string) {
    return (code: string | null) =>
      this.dispatch({ type: 'connection', key, connected: code === null })
  }

  private async follow(
    key: string,
    generation: Generation,
    signal: AbortSignal,
  ): Promise<Generation> {
    if (isFinal(generation)) return generation
    saveFollowedId(generation.id)
    const listener: GenerationListener = {
      onProgress: (moved) => this.dispatch({ type: 'progressed', key, generation: moved }),
      onPartial: (image) => this.dispatch({ type: 'partial', key, image }),
      onConnection: (connected) => {
        const isNew = findPending(this.state, key)?.connected !== connected
        if (isNew) this.dispatch({ type: 'connection', key, connected })
      },
    }
    return followGeneration(generation.id, this.calls, listener, signal)
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
    const subject = findPending(this.state, key)?.subject ?? ''
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
   * Cancels by id, or by the key when no answer has named the generation. Null when the worker does
   * not know the key: it then never runs a request with it.
   */
  private async requestCancellation(key: string, id: string | undefined) {
    const cancelled = await this.writer.write(`cancel ${key}`, {
      send: async () => {
        const generation = id
          ? await this.calls.call(cancelGeneration, { params: { id } })
          : await this.calls.call(withdrawGeneration, { params: { key } })
        return { generation: generation ?? null }
      },
      onWait: this.showConnection(key),
    })
    return cancelled.generation
  }

  private endCancelled(key: string, generation: Generation | null): void {
    if (!generation) {
      this.withdraw(key)
      return
    }
    // It may be on its way into the gallery: then it is still followed.
    if (!isFinal(generation)) return
    this.stopJob(key)
    this.end(key, generation)
  }

  private withdraw(key: string): void {
    this.stopJob(key)
    this.dispatch({ type: 'withdrawn', key })
    this.announce(messages.cancelled)
  }
}

/** Milliseconds until a new quota; none for options that are not known. */
function untilReset(options: GeneratorOptions | null): number {
  return options ? Date.parse(options.quota.resetsAt) - Date.now() : 0
}
