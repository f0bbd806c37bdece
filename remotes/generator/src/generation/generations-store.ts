import type { Generation, GenerationRequest } from '@encre/generator-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { RequestError } from '@encre/remote-kit/request'
import { SessionEndedError, withToken } from '@encre/remote-kit/session'
import { cancelGeneration, listGenerations, readOptions, withdrawGeneration } from '../generator-api.ts'
import { generatorPath } from '../generator-path.ts'
import { messages } from '../messages.ts'
import { deleteFollowedId, followGeneration, saveFollowedId } from './follow-generation.ts'
import {
  applyEvent,
  applyList,
  findPending,
  type GenerationEvent,
  type GenerationsState,
  initialState,
  isFinal,
} from './generations-state.ts'
import { createSender, isRefusal, resendWithoutResponse, type Variant } from './send-generation.ts'

/** Waits at least this long for a new quota, because the clocks of page and worker may differ. */
const minimumQuotaWaitMs = 30_000

export type GenerationsStore = ReturnType<typeof createGenerationsStore>

interface Job {
  controller: AbortController
  isSent: boolean
}

/** The generations of one member. The store outlives the page: each generation is followed to its end after the page is left. */
export function createGenerationsStore(firstShell: ShellApi) {
  let state = initialState
  let shell = firstShell
  let openPages = 0
  /** Counts generations that ended while the member was on another page, for one notification. */
  let news = { done: 0, total: 0 }
  let quotaTimer: ReturnType<typeof setTimeout> | undefined
  const sender = createSender()
  const jobs = new Map<string, Job>()
  const listeners = new Set<() => void>()

  function setState(next: GenerationsState) {
    if (next === state) return
    state = next
    for (const listener of listeners) listener()
  }

  function dispatch(event: GenerationEvent) {
    setState(applyEvent(state, event))
  }

  function announce(text: string) {
    if (openPages > 0) shell.announce(text)
  }

  /** Tells a member on another page, once for all variants. If another version of this remote shows the generator, it tells them. */
  function notify(isDone: boolean, subject: string) {
    if (openPages > 0 || location.pathname === generatorPath) return
    news.total += 1
    news.done += isDone ? 1 : 0
    if (state.pending.length > 0) return
    const told = news
    news = { done: 0, total: 0 }
    import(/* webpackChunkName: "later" */ '../later-messages.ts')
      .then(({ notificationText }) => shell.notify?.(notificationText(told, subject), generatorPath))
      .catch((error: unknown) => shell.report(error))
  }

  function callWithToken<Result>(call: (token: string) => Promise<Result>): Promise<Result> {
    return withToken(shell, call, { inBackground: openPages === 0 })
  }

  async function loadOptions() {
    try {
      const options = await callWithToken((token) => readOptions(token, shell))
      setState({ ...state, options })
      clearTimeout(quotaTimer)
      const untilReset = Date.parse(options.quota.resetsAt) - Date.now()
      if (options.quota.left === 0) quotaTimer = setTimeout(() => void loadOptions(), Math.max(minimumQuotaWaitMs, untilReset))
    } catch {
      // The form works without them: the worker refuses what is not possible.
    }
  }

  async function findGenerations() {
    try {
      const listed = await callWithToken((token) => listGenerations(token, shell))
      setState(applyList(state, listed))
      const unknown = listed.filter(({ id }) => !state.pending.some(({ generation }) => generation?.id === id))
      for (const generation of unknown.filter(isFinal)) {
        if (deleteFollowedId(generation.id) && generation.state !== 'done') dispatch({ type: 'ended-while-away', generation })
      }
      const running = unknown.filter((generation) => !isFinal(generation))
      await Promise.all(running.map((generation) => followFound(generation)))
    } catch (error) {
      // The member has not asked for anything yet: a list that fails shows no error.
      if (!(error instanceof SessionEndedError) && !(error instanceof RequestError)) shell.report(error)
    }
  }

  async function followFound(generation: Generation) {
    const key = generation.id
    dispatch({ type: 'found', key, generation })
    await runJob(key, async ({ controller }) => end(key, await follow(key, generation, controller.signal)), { isSent: true })
  }

  async function runJob(key: string, task: (job: Job) => Promise<void>, { isSent }: { isSent: boolean }) {
    const job: Job = { controller: new AbortController(), isSent }
    jobs.set(key, job)
    try {
      await task(job)
    } catch (error) {
      if (job.controller.signal.aborted) return
      const subject = findPending(state, key)?.subject ?? ''
      if (error instanceof SessionEndedError) return dispatch({ type: 'dropped', key })
      if (!(error instanceof RequestError)) shell.report(error)
      const [code, requestId] = error instanceof RequestError ? [error.code, error.requestId] : ['unknown', null]
      dispatch({ type: 'failed', key, code, requestId, refused: isRefusal(error) || !job.isSent })
      void loadOptions()
      notify(false, subject)
    } finally {
      if (jobs.get(key) === job) jobs.delete(key)
    }
  }

  function stopJob(key: string) {
    jobs.get(key)?.controller.abort()
    jobs.delete(key)
    sender.forget(key)
  }

  async function send(variant: Variant, job: Job) {
    const { key } = variant
    const { signal } = job.controller
    const generation = await sender.send(variant, {
      withToken: callWithToken,
      signal,
      onSend: () => {
        job.isSent = true
      },
      onNoResponse: () => dispatch({ type: 'connection', key, connected: false }),
    })
    // The list may have shown the same generation before this response arrived.
    const twin = state.pending.find((other) => other.key !== key && other.generation?.id === generation.id)
    if (twin) {
      stopJob(twin.key)
      dispatch({ type: 'dropped', key: twin.key })
    }
    dispatch({ type: 'accepted', key, generation })
    void loadOptions()
    end(key, await follow(key, generation, signal))
  }

  async function follow(key: string, generation: Generation, signal: AbortSignal): Promise<Generation> {
    if (isFinal(generation)) return generation
    saveFollowedId(generation.id)
    return followGeneration(
      generation.id,
      callWithToken,
      {
        onProgress: (moved) => dispatch({ type: 'progressed', key, generation: moved }),
        onPartial: (image) => dispatch({ type: 'partial', key, image }),
        onConnection: (connected) => {
          if (findPending(state, key)?.connected !== connected) dispatch({ type: 'connection', key, connected })
        },
      },
      signal,
    )
  }

  function end(key: string, generation: Generation) {
    const isNews = deleteFollowedId(generation.id)
    dispatch({ type: 'ended', key, generation, isFresh: openPages > 0 })
    if (generation.state === 'done') announce(messages.ready)
    if (generation.state === 'cancelled') announce(messages.cancelled)
    else if (isNews) notify(generation.state === 'done', generation.request.description)
    void loadOptions()
  }

  function withdraw(key: string) {
    stopJob(key)
    dispatch({ type: 'withdrawn', key })
    announce(messages.cancelled)
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => state,
    setShell(next: ShellApi) {
      shell = next
    },
    /** Call it when a page opens: it reads the options and finds running generations. Returns a function to call when the page is left. */
    open() {
      openPages += 1
      news = { done: 0, total: 0 }
      void loadOptions()
      void findGenerations()
      return () => {
        openPages -= 1
        // The member has seen it. What ends from here on is shown when the page opens again.
        if (openPages === 0) setState({ ...state, slots: state.pending.length > 0 ? state.slots : [], stop: null, freshId: null })
      }
    },
    async generate(request: GenerationRequest, reference: File | null, count = 1) {
      if (state.pending.length > 0) return
      const variants = sender.begin(request, reference, count)
      for (const { key } of variants) dispatch({ type: 'submitted', key, request })
      // A refused variant does not affect the others.
      await Promise.all(variants.map((variant) => runJob(variant.key, (job) => send(variant, job), { isSent: false })))
    },
    async cancel(key: string) {
      const entry = findPending(state, key)
      const job = jobs.get(key)
      if (!job || (entry?.phase !== 'sending' && entry?.phase !== 'running')) return
      dispatch({ type: 'cancel-requested', key })
      if (!job.isSent) return withdraw(key)
      const id = entry.generation?.id
      const request = () => callWithToken((token) => (id ? cancelGeneration(token, id) : withdrawGeneration(token, key)))
      try {
        const generation = await resendWithoutResponse(request, job.controller.signal, () => undefined)
        // It may have ended meanwhile, or be on its way into the gallery: then it is still followed.
        if (!findPending(state, key)) return
        if (!generation) return withdraw(key)
        if (!isFinal(generation)) return
        stopJob(key)
        end(key, generation)
      } catch (error) {
        if (!findPending(state, key)) return
        dispatch({ type: 'cancel-refused', key })
        if (!(error instanceof SessionEndedError)) announce(messages.cancelFailed)
      }
    },
    close() {
      clearTimeout(quotaTimer)
      for (const key of [...jobs.keys()]) stopJob(key)
    },
  }
}
