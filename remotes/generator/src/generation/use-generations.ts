import type { Generation, GenerationRequest, GeneratorOptions } from '@encre/generator-worker/contract'
import { RequestError } from '@encre/protocol/request'
import type { ShellApi } from '@encre/protocol/shell-api'
import { useEffect, useReducer, useRef, useState } from 'react'
import { cancelGeneration, createGeneration, listGenerations, readOptions, uploadReference } from '../generator-api.ts'
import { messages } from '../messages.ts'
import { requireToken, SessionEnded, withTokenOf } from '../session.ts'
import { followGeneration, isFinal, pause } from './follow-generation.ts'
import { type GenerationsState, nothingYet, reduceGenerations } from './generation-state.ts'
import { forgetGeneration, recallGeneration, rememberGeneration } from './remembered-generation.ts'

export interface Generations extends GenerationsState {
  /** What the provider can do and what is left of today's quota; null until known. */
  options: GeneratorOptions | null
  generate(request: GenerationRequest, reference: File | null): Promise<void>
  cancel(): Promise<void>
}

/** One click on Générer. Its key stays while nobody knows whether the worker received it, so that a second click cannot pay twice. */
interface Attempt {
  key: string
  body: string
  reference: File | null
}

/** The generations of the page: makes one, follows it, and finds it again after a reload. */
export function useGenerations(shell: ShellApi): Generations {
  const [state, dispatch] = useReducer(reduceGenerations, nothingYet)
  const [options, setOptions] = useState<GeneratorOptions | null>(null)
  const currentShell = useRef(shell)
  const [withToken] = useState(() => withTokenOf(() => currentShell.current))
  const attempt = useRef<Attempt | null>(null)
  const uploads = useRef(new WeakMap<File, string>())
  // One generation at a time: what stops the one being made or followed, null while there is none.
  const working = useRef<AbortController | null>(null)

  useEffect(() => {
    currentShell.current = shell
  })

  // Once per page. A 401 here sends nobody to sign-in: a worker that refuses valid tokens would send them round in circles.
  useEffect(() => {
    const page = new AbortController()
    void refreshOptions()
    void resume(page.signal)
    return () => {
      page.abort()
      stopWorking()
    }
  }, [])

  async function refreshOptions() {
    try {
      setOptions(await readOptions(await requireToken(currentShell.current)))
    } catch {
      // The page works without knowing: the worker refuses what is not possible.
    }
  }

  async function resume(page: AbortSignal) {
    try {
      const generations = await listGenerations(await requireToken(currentShell.current))
      if (page.aborted) return
      dispatch({ type: 'found', results: generations.filter((generation) => generation.state === 'done' && generation.design) })
      const running = generations.find((generation) => !isFinal(generation.state))
      const remembered = generations.find((generation) => generation.id === recallGeneration())
      if (running && !working.current) await work((signal) => follow(running, signal))
      else if (remembered && remembered.state !== 'done') settle(remembered)
    } catch (error) {
      // Nothing was asked for yet: a list that does not come is no failure of the member's.
      if (!(error instanceof SessionEnded) && !(error instanceof RequestError)) currentShell.current.report(error)
    }
  }

  async function generate(request: GenerationRequest, reference: File | null) {
    if (working.current) return
    dispatch({ type: 'started', request })
    await work(async (signal) => {
      const generation = await send(request, reference, signal)
      void refreshOptions()
      await follow(generation, signal)
    })
  }

  async function send(request: GenerationRequest, reference: File | null, signal: AbortSignal): Promise<Generation> {
    const body = JSON.stringify(request)
    if (attempt.current?.body !== body || attempt.current.reference !== reference) {
      attempt.current = { key: crypto.randomUUID(), body, reference }
    }
    const { key } = attempt.current
    try {
      const referenceId = reference ? await upload(reference) : request.referenceId
      const generation = await createPatiently(
        () => withToken((token) => createGeneration(token, key, { ...request, referenceId })),
        signal,
      )
      attempt.current = null
      return generation
    } catch (error) {
      if (error instanceof RequestError && error.code === 'unknown-reference' && reference) uploads.current.delete(reference)
      if (isRefusal(error)) attempt.current = null
      throw error
    }
  }

  async function upload(file: File): Promise<string> {
    const known = uploads.current.get(file)
    if (known) return known
    const id = await withToken((token) => uploadReference(token, file))
    uploads.current.set(file, id)
    return id
  }

  async function follow(generation: Generation, signal: AbortSignal) {
    if (signal.aborted) return
    dispatch({ type: 'moved', generation })
    rememberGeneration(generation.id)
    const ended = isFinal(generation.state)
      ? generation
      : await followGeneration(
          generation.id,
          withToken,
          {
            onState: (moved) => dispatch({ type: 'moved', generation: moved }),
            onPartial: (image) => dispatch({ type: 'partial', image }),
            onConnection: (connected) => dispatch({ type: 'connection', connected }),
          },
          signal,
        )
    settle(ended)
  }

  function settle(generation: Generation) {
    forgetGeneration()
    dispatch({ type: 'ended', generation })
    if (generation.state === 'done') currentShell.current.announce(messages.ready)
    if (generation.state === 'cancelled') currentShell.current.announce(messages.cancelled)
    void refreshOptions()
  }

  async function work(task: (signal: AbortSignal) => Promise<void>) {
    const controller = new AbortController()
    working.current = controller
    try {
      await task(controller.signal)
    } catch (error) {
      if (controller.signal.aborted) return
      if (error instanceof SessionEnded) return dispatch({ type: 'left' })
      if (error instanceof RequestError) return dispatch({ type: 'failed', code: error.code, requestId: error.requestId })
      currentShell.current.report(error)
      dispatch({ type: 'failed', code: 'unknown', requestId: null })
    } finally {
      if (working.current === controller) working.current = null
    }
  }

  function stopWorking() {
    working.current?.abort()
    working.current = null
  }

  async function cancel() {
    const id = state.making?.generation?.id
    if (!id) return
    dispatch({ type: 'cancelling', cancelling: true })
    try {
      const generation = await withToken((token) => cancelGeneration(token, id))
      if (!isFinal(generation.state)) return
      stopWorking()
      settle(generation)
    } catch (error) {
      // It may have ended meanwhile: following it will tell.
      dispatch({ type: 'cancelling', cancelling: false })
      if (!(error instanceof SessionEnded)) currentShell.current.announce(messages.cancelFailed)
    }
  }

  return { ...state, options, generate, cancel }
}

/** Tries again with the same key while no answer comes at all, for some seconds. */
async function createPatiently(create: () => Promise<Generation>, signal: AbortSignal): Promise<Generation> {
  for (const milliseconds of [1_000, 2_000, 4_000]) {
    try {
      return await create()
    } catch (error) {
      if (!(error instanceof RequestError) || error.status !== 0) throw error
      await pause(milliseconds, signal)
    }
  }
  return create()
}

function isRefusal(error: unknown): boolean {
  return error instanceof RequestError && error.status >= 400 && error.status < 500
}
