import { type InitInput, initWasm, Resvg } from '@resvg/resvg-wasm'

let started: Promise<void> | null = null

/** Loads resvg once. `module` is its compiled WebAssembly: an import in workerd, a file in Node. */
export function startRenderer(module: InitInput): Promise<void> {
  started ??= initWasm(module)
  return started
}

/** PNG of an SVG that brings its own size. `startRenderer` comes first. */
export function renderPng(svg: string): Uint8Array {
  const resvg = new Resvg(svg, { font: { loadSystemFonts: false } })
  const image = resvg.render()
  const png = image.asPng()
  image.free()
  resvg.free()
  return png
}
