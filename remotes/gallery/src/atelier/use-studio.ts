import type { Design } from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import type { Rendering } from '@encre/stencil/line-art'
import { useEffect, useEffectEvent, useState } from 'react'
import { PictureError, type PictureFailure, readPicture } from './picture.ts'
import { createStudioClient, type StudioClient, WorkerLoadError } from './studio-client.ts'

/** `unsupported`: the browser starts no worker. `failed`: a bug. The other kinds describe the picture. */
export type StudioFailure = PictureFailure | 'unsupported' | 'blank' | 'black' | 'noise' | 'tiny' | 'failed'

export type StudioState =
  | { status: 'opening' }
  | { status: 'failed'; reason: StudioFailure }
  /** `aspect`: width by height of the ink. `first`: the rendering that suits the style. */
  | { status: 'ready'; client: StudioClient; aspect: number; first: Rendering }

/** Decodes the design's image and opens it in a worker, which ends with the page. */
export function useStudio(shell: ShellApi, design: Design) {
  const [opened, setOpened] = useState<{ key: string; state: StudioState } | null>(null)
  const [tries, setTries] = useState(0)
  const key = `${design.id} ${tries}`
  const report = useEffectEvent((error: unknown) =>
    shell.report(new Error('the design could not be opened in the atelier', { cause: error })),
  )
  const read = useEffectEvent((signal: AbortSignal) => readPicture(design.imageUrl, signal))
  const { style } = design

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    let client: StudioClient | null = null
    const settle = (state: StudioState) => signal.aborted || setOpened({ key, state })

    async function open() {
      try {
        client = createStudioClient()
      } catch {
        return settle({ status: 'failed', reason: 'unsupported' })
      }
      try {
        const picture = await read(signal)
        const result = await client.run(
          { type: 'open', picture: { width: picture.width, height: picture.height, data: picture.data }, style },
          {
            signal,
            transfer: [picture.data.buffer],
          },
        )
        if (result.type === 'opened') return settle({ status: 'ready', client, aspect: result.aspect, first: result.first })
        if (result.type === 'no-drawing') return settle({ status: 'failed', reason: result.reason })
        throw new Error(result.type === 'failed' ? result.message : `unexpected reply ${result.type}`)
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof PictureError) return settle({ status: 'failed', reason: error.reason })
        if (error instanceof WorkerLoadError) return settle({ status: 'failed', reason: 'unavailable' })
        report(error)
        settle({ status: 'failed', reason: 'failed' })
      }
    }
    void open()
    return () => {
      controller.abort()
      client?.close()
    }
  }, [key, style])

  const state: StudioState = opened?.key === key ? opened.state : { status: 'opening' }
  return { state, retry: () => setTries(tries + 1) }
}
