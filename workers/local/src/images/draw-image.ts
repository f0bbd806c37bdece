import resvg from '@resvg/resvg-wasm/index_bg.wasm'
import { describeMisreading, drawDesign, drawProgress } from '../drawing/draw.ts'
import { addText, encodeTransparent, originTexts } from '../drawing/png.ts'
import { renderPixels, renderPng, startRenderer } from '../drawing/render.ts'
import { drawRetouch } from '../drawing/retouch.ts'
import type { ImageRequest } from './image-request.ts'

export function startDrawing(): Promise<void> {
  return startRenderer(resvg)
}

export async function drawImage(request: ImageRequest, index: number): Promise<Uint8Array> {
  await startDrawing()
  const { prompt, canvas, reference, mask, variation: first } = request
  const variation = first + index
  const svg =
    reference && mask
      ? drawRetouch({ prompt, canvas, reference, mask, variation })
      : drawDesign({ prompt, canvas, reference, variation })
  return toPng(svg, request.transparent)
}

/** A partial image of a stream: `share` of the ink, 0 to 1, over the stencil. */
export async function drawPartialImage(
  { prompt, canvas, reference, variation, transparent }: ImageRequest,
  share: number,
): Promise<Uint8Array> {
  await startDrawing()
  return toPng(drawProgress({ prompt, canvas, reference, variation }, share), transparent)
}

/** GPT Image models send no `revised_prompt`: here it says what was not understood. */
export function describeRevision(request: ImageRequest): { revised_prompt?: string } {
  const revised = describeMisreading(request)
  return revised === null ? {} : { revised_prompt: revised }
}

async function toPng(svg: string, transparent: boolean): Promise<Uint8Array> {
  return addText(transparent ? encodeTransparent(renderPixels(svg)) : renderPng(svg), originTexts)
}

export const repeatWindowMs = 60_000

const recent = new Map<string, { count: number; since: number }>()

/**
 * How often the same words were requested in the last minute: the variation, without which the
 * variants of one click would be equal.
 */
export function countRepeats({
  prompt,
  reference,
  n,
}: Pick<ImageRequest, 'prompt' | 'reference' | 'n'>): number {
  const now = Date.now()
  for (const [key, { since }] of recent) {
    if (now - since >= repeatWindowMs) recent.delete(key)
  }
  const key = JSON.stringify([prompt, reference])
  const { count, since } = recent.get(key) ?? { count: 0, since: now }
  recent.set(key, { count: count + n, since })
  return count
}

export function forgetRepeats(): void {
  recent.clear()
}
