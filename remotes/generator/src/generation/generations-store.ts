import type { Generation, GenerationRequest } from '@encre/generator-worker/contract'
import { generatorPath } from '@encre/protocol/links'
import type { ShellApi } from '@encre/protocol/shell-api'
import { RequestError } from '@encre/remote-kit/request-error'
import { SessionEndedError } from '@encre/remote-kit/session'
import { createGeneratorApi } from '../generator-api.ts'
import { messages } from '../messages.ts'
import {
  deleteFollowedId,
  followGeneration,
  readFollowedIds,
  saveFollowedId,
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
import { resendWithoutResponse } from './resend.ts'
import { createSender, isRefusal, type Variant } from './send-generation.ts'

/** Waits at least this long for a new quota, because the clocks of page and worker may differ. */
const minimumQuotaWaitMs = 30_000

interface Job {
  controller: AbortController
  isSent: boolean
}

/**
 * The generations of one member. The store outlives the page: each generation is followed to its
 * end after the page is left.
 */
export class GenerationsStore {
  private state: GenerationsState = {
    ...initialState,
    isExpected: readFollowedIds().length > 0,
  }
  private shell: ShellApi
  private openPages = 0
  /** Counts generations that ended while the member was on another page, for one notification. */
  private news = { done: 0, total: 0 }
  private quotaTimer: ReturnType<typeof setTimeout> | undefined
  private readonly api = createGeneratorApi(() => ({
    shell: this.shell,
    inBackground: this.openPages === 0,
  }))
  private readonly sender = createSender(this.api)
  private readonly jobs = new Map<string, Job>()
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
    return () => {
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
    const variants = this.sender.begin(request, reference, count)
    for (const { key } of variants) {
      this.dispatch({ type: 'submitted', key, request })
    }
    // A refused variant does not affect the others.
    await Promise.all(
      variants.map((variant) =>
        this.runJob(variant.key, (job) => this.send(variant, job), { isSent: false }),
      ),
    )
  }

  readonly cancel = async (key: string): Promise<void> => {
    const entry = findPending(this.state, key)
    const job = this.jobs.get(key)
    if (!job || (entry?.phase !== 'sending' && entry?.phase !== 'running')) return
    this.dispatch({ type: 'cancel-requested', key })
    if (!job.isSent) {
      this.withdraw(key)
      return
    }
    try {
      const generation = await this.requestCancellation(key, entry.generation?.id, job)
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
  }

  private setState(next: GenerationsState): void {
    if (next === this.state) return
    this.state = next
    for (const listener of this.listeners) {
      listener()
    }
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
    const slots = this.state.pending.length > 0 ? this.state.slots : []
    this.setState({ ...this.state, slots, stop: null, freshId: null })
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
    try {
      const options = await this.api.readOptions()
      this.setState({ ...this.state, options })
      clearTimeout(this.quotaTimer)
      if (options.quota.left > 0) return
      const untilReset = Date.parse(options.quota.resetsAt) - Date.now()
      const wait = Math.max(minimumQuotaWaitMs, untilReset)
      this.quotaTimer = setTimeout(() => void this.loadOptions(), wait)
    } catch {
      // The form works without them: the worker refuses what is not possible.
    }
  }

  private async findGenerations(): Promise<void> {
    try {
      const listed = await this.api.listGenerations()
      this.setState(applyList(this.state, listed))
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
    await this.runJob(
      key,
      async ({ controller }) => {
        this.end(key, await this.follow(key, generation, controller.signal))
      },
      { isSent: true },
    )
  }

  private async runJob(
    key: string,
    task: (job: Job) => Promise<void>,
    { isSent }: { isSent: boolean },
  ): Promise<void> {
    const job: Job = { controller: new AbortController(), isSent }
    this.jobs.set(key, job)
    try {
      await task(job)
    } catch (error) {
      if (!job.controller.signal.aborted) this.endFailed(key, error, job)
    } finally {
      if (this.jobs.get(key) === job) this.jobs.delete(key)
    }
  }

  private stopJob(key: string): void {
    this.jobs.get(key)?.controller.abort()
    this.jobs.delete(key)
    this.sender.forget(key)
  }

  private async send(variant: Variant, job: Job): Promise<void> {
    const { key } = variant
    const { signal } = job.controller
    const generation = await this.sender.send(variant, {
      signal,
      onSend: () => {
        job.isSent = true
      },
      onNoResponse: () => this.dispatch({ type: 'connection', key, connected: false }),
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
    return followGeneration(generation.id, this.api, listener, signal)
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

  private endFailed(key: string, error: unknown, job: Job): void {
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
      refused: isRefusal(error) || !job.isSent,
    })
    this.notify(false, subject)
  }

  /** Cancels by id, or by the key when no answer has named the generation. Null: never accepted. */
  private requestCancellation(key: string, id: string | undefined, job: Job) {
    const request = () => (id ? this.api.cancelGeneration(id) : this.api.withdrawGeneration(key))
    return resendWithoutResponse(request, job.controller.signal, () => undefined)
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
