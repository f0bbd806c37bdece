import { type InitInput, initWasm, Resvg } from '@resvg/resvg-wasm'

let started: Promise<void> | null = null

/**
 * Loads resvg once. `module` is its compiled WebAssembly: an import in workerd, a file in Node.
 * Everything else here needs it.
 */
export function startRenderer(module: InitInput): Promise<void> {
  started ??= initWasm(module)
  return started
}

export interface Picture {
  width: number
  height: number
  /** Red, green, blue, alpha; colours multiplied by alpha. */
  pixels: Uint8Array
}

export function renderPixels(svg: string): Picture {
  const resvg = new Resvg(svg, { font: { loadSystemFonts: false } })
  const image = resvg.render()
  const { width, height, pixels } = image
  image.free()
  resvg.free()
  return { width, height, pixels }
}

export function renderPng(svg: string): Uint8Array {
  const resvg = new Resvg(svg, { font: { loadSystemFonts: false } })
  const image = resvg.render()
  const png = image.asPng()
  image.free()
  resvg.free()
  return png
}
