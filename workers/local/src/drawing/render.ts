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
  return render(svg, ({ width, height, pixels }) => ({ width, height, pixels }))
}

export function renderPng(svg: string): Uint8Array {
  return render(svg, (image) => image.asPng())
}

function render<Result>(
  svg: string,
  read: (image: ReturnType<InstanceType<typeof Resvg>['render']>) => Result,
): Result {
  const resvg = new Resvg(svg, { font: { loadSystemFonts: false } })
  const image = resvg.render()
  const result = read(image)
  image.free()
  resvg.free()
  return result
}
