import { WorkerLoadError } from '@encre/remote-kit/start-worker'
import type { Result } from '@encre/stencil/messages'
import { PictureError, type PictureFailure } from './picture.ts'
import { createStudioClient, type StudioClient } from './studio-client.ts'

/**
 * `unsupported`: the browser starts no worker. `failed`: a bug. The other kinds describe the
 * picture.
 */
export type StudioFailure =
  | PictureFailure
  | 'unsupported'
  | 'blank'
  | 'black'
  | 'lineless'
  | 'tiny'
  | 'failed'

export function isRetryable(reason: StudioFailure): boolean {
  return reason === 'unavailable' || reason === 'memory' || reason === 'failed'
}

export type OpenedStudio =
  | { status: 'failed'; reason: Exclude<StudioFailure, 'failed'> }
  | ({
      status: 'ready'
      client: StudioClient
      pictureSize: { width: number; height: number }
    } & Omit<Extract<Result, { type: 'opened' }>, 'type'>)

/**
 * The worker ends with the signal. Rejects for bugs and lack of memory, and with the abort reason.
 */
export async function openStudio(
  {
    style,
    keepsFrame,
    read,
  }: { style: string; keepsFrame: boolean; read: (signal: AbortSignal) => Promise<ImageData> },
  signal: AbortSignal,
): Promise<OpenedStudio> {
  const reading = read(signal)
  reading.catch(() => {})
  let client: StudioClient
  try {
    client = await createStudioClient()
  } catch (error) {
    return {
      status: 'failed',
      reason: error instanceof WorkerLoadError ? 'unavailable' : 'unsupported',
    }
  }
  signal.addEventListener('abort', () => client.close())
  try {
    if (signal.aborted) client.close()
    const { width, height, data } = await reading
    const picture = { width, height, data }
    const result = await client.run(
      { type: 'open', picture, style, keepsFrame },
      { signal, transfer: [data.buffer] },
    )
    if (result.type === 'opened')
      return { ...result, status: 'ready', client, pictureSize: { width, height } }
    if (result.type === 'no-drawing') return { status: 'failed', reason: result.reason }
    throw new Error(result.type === 'failed' ? result.message : `unexpected reply ${result.type}`)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof PictureError) return { status: 'failed', reason: error.reason }
    if (error instanceof WorkerLoadError) return { status: 'failed', reason: 'unavailable' }
    throw error
  }
}
