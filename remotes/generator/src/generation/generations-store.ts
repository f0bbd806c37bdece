import type { Generation, GenerationRequest } from '@encre/generator-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { RequestError } from '@encre/remote-kit/request'
import { SessionEndedError, withToken } from '@encre/remote-kit/session'
import { cancelGeneration, createGeneration, listGenerations, readOptions, uploadReference } from '../generator-api.ts'
import { messages } from '../messages.ts'
import { followGeneration, pause } from './follow-generation.ts'
import { deleteFollowedId, readFollowedId, saveFollowedId } from './followed-generation.ts'
import { applyEvent, applyList, type GenerationEvent, type GenerationsState, initialState, isFinal } from './generations-state.ts'

/** Milliseconds to wait before a request that got no response is sent again, with the same idempotency key. */
export const resendDelaysMs = [1_000, 2_000, 4_000] as const

/** The generations of one member. The store outlives the page: a generation is followed to its end after the page is left. */
export interface GenerationsStore {
  subscribe(listener: () => void): () => void
  getSnapshot(): GenerationsState
  /** The shell of the newest page. */
  setShell(shell: ShellApi): void
  /** A page opens: reads the options, and finds a running generation again. Returns the function that says that the page is left. */
  open(): () => void
  /** Creates a generation and follows it to its end. Does nothing while another one is pending. */
  generate(request: GenerationRequest, reference: File | null): Promise<void>
  cancel(): Promise<void>
  /** Stops all work, for a store that is no longer needed. */
  close(): void
}

/**
 * One click on Générer. The key stays the same until the worker has surely answered, so that a second click cannot pay twice.
 */
interface Attempt {
  key: string
  body: string
  reference: File | null
}

export function createGenerationsStore(firstShell: ShellApi): GenerationsStore {
  let state = initialState
  let shell = firstShell
  let openPages = 0
  let attempt: Attempt | null = null
  // Aborts what is being sent or followed; null in phase `idle`.
  let work: AbortController | null = null
  const listeners = new Set<() => void>()
  const referenceIds = new WeakMap<File, string>()

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

  function callWithToken<Result>(call: (token: string) => Promise<Result>): Promise<Result> {
    return withToken(shell, call, { inBackground: openPages === 0 })
  }

  async function loadOptions() {
    try {
      const options = await callWithToken(readOptions)
      setState({ ...state, options })
    } catch {
      // The form works without them: the worker refuses what is not possible.
    }
  }

  async function findGenerations() {
    try {
      const listed = await callWithToken(listGenerations)
      setState(applyList(state, listed))
      const running = listed.find((generation) => !isFinal(generation))
      const followed = listed.find((generation) => generation.id === readFollowedId())
      if (work) return
      if (running) await startWork((signal) => follow(running, signal))
      else if (followed && followed.state !== 'done') {
        deleteFollowedId()
        dispatch({ type: 'ended-while-away', generation: followed })
      }
    } catch (error) {
      // The member has not asked for anything yet: a list that fails shows no error.
      if (!(error instanceof SessionEndedError) && !(error instanceof RequestError)) shell.report(error)
    }
  }

  async function startWork(task: (signal: AbortSignal) => Promise<void>) {
    const controller = new AbortController()
    work = controller
    try {
      await task(controller.signal)
    } catch (error) {
      if (controller.signal.aborted) return
      if (error instanceof SessionEndedError) return dispatch({ type: 'session-ended' })
      if (error instanceof RequestError) return dispatch({ type: 'failed', code: error.code, requestId: error.requestId })
      shell.report(error)
      dispatch({ type: 'failed', code: 'unknown', requestId: null })
    } finally {
      if (work === controller) work = null
    }
  }

  function stopWork() {
    work?.abort()
    work = null
  }

  async function send(request: GenerationRequest, reference: File | null, signal: AbortSignal): Promise<Generation> {
    const body = JSON.stringify(request)
    if (attempt?.body !== body || attempt.reference !== reference) attempt = { key: crypto.randomUUID(), body, reference }
    const { key } = attempt
    try {
      const referenceId = reference ? await uploadOnce(reference, signal) : request.referenceId
      const generation = await resendWithoutResponse(
        () => callWithToken((token) => createGeneration(token, key, { ...request, referenceId }, signal)),
        signal,
      )
      attempt = null
      return generation
    } catch (error) {
      if (reference && error instanceof RequestError && error.code === 'unknown-reference') referenceIds.delete(reference)
      if (isRefusal(error)) attempt = null
      throw error
    }
  }

  async function uploadOnce(file: File, signal: AbortSignal): Promise<string> {
    const known = referenceIds.get(file)
    if (known) return known
    const id = await callWithToken((token) => uploadReference(token, file, signal))
    referenceIds.set(file, id)
    return id
  }

  async function follow(generation: Generation, signal: AbortSignal) {
    dispatch({ type: 'accepted', generation })
    saveFollowedId(generation.id)
    if (isFinal(generation)) return end(generation)
    const follower = {
      onProgress: (moved: Generation) => dispatch({ type: 'progressed', generation: moved }),
      onPartial: (image: string) => dispatch({ type: 'partial', image }),
      onConnection: (connected: boolean) => {
        if (state.pending?.connected !== connected) dispatch({ type: 'connection', connected })
      },
    }
    end(await followGeneration(generation.id, callWithToken, follower, signal))
  }

  function end(generation: Generation) {
    deleteFollowedId()
    dispatch({ type: 'ended', generation, isFresh: openPages > 0 })
    if (generation.state === 'done') announce(messages.ready)
    if (generation.state === 'cancelled') announce(messages.cancelled)
    void loadOptions()
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => state,
    setShell(next) {
      shell = next
    },
    open() {
      openPages += 1
      void loadOptions()
      void findGenerations()
      return () => {
        openPages -= 1
        // The member has seen it. What ends from here on is shown when the page opens again.
        if (openPages === 0) setState({ ...state, stop: null, freshId: null })
      }
    },
    async generate(request, reference) {
      if (work) return
      dispatch({ type: 'submitted', request })
      await startWork(async (signal) => {
        const generation = await send(request, reference, signal)
        void loadOptions()
        await follow(generation, signal)
      })
    },
    async cancel() {
      const id = state.pending?.generation?.id
      if (!id || state.phase !== 'running') return
      dispatch({ type: 'cancel-requested' })
      try {
        const generation = await callWithToken((token) => cancelGeneration(token, id))
        // It may have ended before it was cancelled, or be on its way into the gallery: then it is still followed.
        if (state.pending?.generation?.id !== id || !isFinal(generation)) return
        stopWork()
        end(generation)
      } catch (error) {
        dispatch({ type: 'cancel-refused' })
        if (!(error instanceof SessionEndedError)) announce(messages.cancelFailed)
      }
    },
    close: stopWork,
  }
}

async function resendWithoutResponse<Result>(send: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (const milliseconds of resendDelaysMs) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof RequestError) || error.status !== 0) throw error
      await pause(milliseconds, signal)
    }
  }
  return send()
}

function isRefusal(error: unknown): boolean {
  return error instanceof RequestError && error.status >= 400 && error.status < 500
}
