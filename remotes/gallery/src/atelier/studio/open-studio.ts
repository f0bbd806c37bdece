import type { AtelierSettings } from '@encre/gallery-worker/contract'
import { WorkerLoadError } from '@encre/remote-kit/start-worker'
import type { Crop } from '@encre/stencil/crop'
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
    } & Omit<Extract<Result, { type: 'opened' }>, 'type'>)

export interface Opening {
  crop: Crop | null
  /** Without a crop, a frame along the border is left out. */
  leavesFrame: boolean
}

/**
 * How a design with these settings is opened. Sizes and corrections from before Cadrer are those of
 * a drawing whose frame was left out.
 */
export function openingOf({
  crop,
  keepsFrame,
  sizeMm,
  corrections = [],
}: Pick<AtelierSettings, 'crop' | 'keepsFrame' | 'sizeMm' | 'corrections'>): Opening {
  const isOld = keepsFrame !== true && (sizeMm !== null || corrections.length > 0)
  return { crop: crop ?? null, leavesFrame: isOld }
}

/** Why a worker did not start: its file did not arrive, or the browser has no such workers. */
export function failureOf(error: unknown): 'unavailable' | 'unsupported' {
  return error instanceof WorkerLoadError ? 'unavailable' : 'unsupported'
}

/**
 * The worker ends with the signal. Rejects for bugs and lack of memory, and with the abort reason.
 */
export async function openStudio(
  {
    style,
    crop,
    leavesFrame,
    read,
  }: Opening & { style: string; read: (signal: AbortSignal) => Promise<ImageData> },
  signal: AbortSignal,
): Promise<OpenedStudio> {
  const reading = read(signal)
  reading.catch(() => {})
  let client: StudioClient
  try {
    client = await createStudioClient()
  } catch (error) {
    return { status: 'failed', reason: failureOf(error) }
  }
  signal.addEventListener('abort', () => client.close())
  try {
    if (signal.aborted) client.close()
    const { width, height, data } = await reading
    const picture = { width, height, data }
    const result = await client.run(
      { type: 'open', picture, style, crop, leavesFrame },
      { signal, transfer: [data.buffer] },
    )
    if (result.type === 'opened') return { ...result, status: 'ready', client }
    if (result.type === 'no-drawing') return { status: 'failed', reason: result.reason }
    throw new Error(result.type === 'failed' ? result.message : `unexpected reply ${result.type}`)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof PictureError) return { status: 'failed', reason: error.reason }
    if (error instanceof WorkerLoadError) return { status: 'failed', reason: 'unavailable' }
    throw error
  }
}
