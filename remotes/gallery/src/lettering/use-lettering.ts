import type { ShellApi } from '@encre/protocol/shell-api'
import type { Outline } from '@encre/stencil/letters'
import { useEffect, useEffectEvent, useState } from 'react'
import { failureOf, type StudioFailure } from '../atelier/studio/open-studio.ts'
import { createStudioClient, type StudioClient } from '../atelier/studio/studio-client.ts'
import { useUnchanged } from '../atelier/studio/use-unchanged.ts'
import type { FaceId } from './faces.ts'
import type { Layout } from './lay-out.ts'
import { type LetteringResult, layOutWords } from './lettering-client.ts'

type Settled =
  | Exclude<LetteringResult, { type: 'failed' | 'unavailable' }>
  | { type: 'unavailable' }

/**
 * The outline of words in a face, and the worker that computes with it. The last outline stays
 * while a newer one is made, so that the tools stay too.
 */
export function useLettering(shell: ShellApi, face: FaceId, layout: Layout) {
  const [tries, setTries] = useState(0)
  const [settled, setSettled] = useState<{ wanted: unknown; result: Settled } | null>(null)
  const wanted = useUnchanged({ face, layout, tries })
  const report = useEffectEvent((error: unknown) =>
    shell.report(new Error('words could not be set', { cause: error })),
  )

  useEffect(() => {
    let isCurrent = true
    layOutWords(wanted.face, wanted.layout)
      .then((result): Settled => {
        if (result.type === 'failed') throw new Error(result.message)
        return result
      })
      .catch((error: unknown): Settled => {
        report(error)
        return { type: 'unavailable' }
      })
      .then((result) => {
        if (isCurrent) setSettled({ wanted, result })
      })
    return () => {
      isCurrent = false
    }
  }, [wanted])

  const laidOut: Outline | null =
    settled?.result.type === 'laid-out' ? settled.result.laidOut : null
  return {
    result: settled?.result ?? null,
    laidOut,
    isStale: settled?.wanted !== wanted,
    retry: () => setTries(tries + 1),
  }
}

let prepared: Promise<StudioClient> | null = null

/** Loads the face, and starts the workers that the first letter needs. */
export async function prepareLettering(face: FaceId): Promise<void> {
  prepared ??= createStudioClient()
  const started = await Promise.allSettled([
    prepared,
    layOutWords(face, { words: '', arc: 0, spacing: 0, contour: null }),
  ])
  // The first letter tries again.
  if (started[0].status === 'rejected') prepared = null
}

function takeStudioClient(): Promise<StudioClient> {
  const taken = prepared ?? createStudioClient()
  prepared = null
  return taken
}

/** A worker for the tools, which ends with the page. Null until it runs. */
export function useStudioClient() {
  const [client, setClient] = useState<StudioClient | null>(null)
  const [failure, setFailure] = useState<StudioFailure | null>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const starting = takeStudioClient()
    starting.then(setClient).catch((error: unknown) => setFailure(failureOf(error)))
    return () => void starting.then((started) => started.close()).catch(() => {})
  }, [tries])
  const restart = () => {
    setFailure(null)
    setTries(tries + 1)
  }
  return { client, failure, restart }
}
