import type { Design } from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { useEffect, useEffectEvent, useState } from 'react'
import { type OpenedStudio, openStudio } from './open-studio.ts'
import { readPicture } from './picture.ts'

type StudioState = { status: 'opening' } | { status: 'failed'; reason: 'failed' } | OpenedStudio

/** Decodes the design's image and opens it in a worker, which ends with the page. */
export function useStudio(shell: ShellApi, design: Design) {
  const [opened, setOpened] = useState<{ key: string; state: StudioState } | null>(null)
  const [tries, setTries] = useState(0)
  const key = `${design.id} ${tries}`
  const report = useEffectEvent((error: unknown) =>
    shell.report(new Error('the design could not be opened in the atelier', { cause: error })),
  )
  const open = useEffectEvent((signal: AbortSignal) =>
    openStudio({ style: design.style, read: () => readPicture(design.imageUrl, signal) }, signal),
  )

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    open(signal)
      .catch((error: unknown): StudioState => {
        if (!signal.aborted) report(error)
        return { status: 'failed', reason: 'failed' }
      })
      .then((state) => signal.aborted || setOpened({ key, state }))
    return () => controller.abort()
  }, [key])

  const state: StudioState = opened?.key === key ? opened.state : { status: 'opening' }
  return { state, retry: () => setTries(tries + 1) }
}
