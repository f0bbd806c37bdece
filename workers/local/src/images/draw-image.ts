import resvg from '@resvg/resvg-wasm/index_bg.wasm'
import { drawDesign } from '../drawing/draw.ts'
import { renderPng, startRenderer } from '../drawing/render.ts'
import type { ImageRequest } from './image-request.ts'

/** Image number `index` of a request, in its format. */
export async function drawImage({ prompt, canvas, format }: ImageRequest, index: number): Promise<Uint8Array> {
  await startRenderer(resvg)
  const svg = drawDesign(index === 0 ? prompt : `${prompt} (${index + 1})`, canvas)
  return format === 'svg' ? new TextEncoder().encode(svg) : renderPng(svg)
}
