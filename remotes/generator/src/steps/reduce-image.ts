/** The longest side of a reference in pixels. Providers reduce larger ones themselves. */
const longestSide = 2048
/** A drawing without a size of its own, or a small vector drawing, is drawn at this size. */
const vectorSide = 1024
const quality = 0.9

/**
 * Draws any image that the browser decodes as a new file, smaller and without its metadata. Rejects
 * what it cannot decode.
 */
export async function reduceImage(file: File): Promise<File> {
  const image = new Image()
  image.src = await toDataUrl(file)
  await image.decode()
  const { width, height } = reducedSize(
    image.naturalWidth,
    image.naturalHeight,
    file.type === 'image/svg+xml',
  )
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('the browser has no canvas')
  context.drawImage(image, 0, 0, width, height)
  const blob = await encode(canvas, hasTransparency(context.getImageData(0, 0, width, height).data))
  return new File([blob], file.name, { type: blob.type })
}

export function reducedSize(
  width: number,
  height: number,
  isVector: boolean,
): { width: number; height: number } {
  const longest = Math.max(width, height)
  // Firefox gives an SVG without width and height no natural size.
  if (longest === 0) return { width: vectorSide, height: vectorSide }
  const scale = Math.min(longestSide, isVector ? Math.max(vectorSide, longest) : longest) / longest
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

export function hasTransparency(data: Uint8ClampedArray): boolean {
  for (let alpha = 3; alpha < data.length; alpha += 4) {
    if (data[alpha] !== 255) return true
  }
  return false
}

export async function encode(
  canvas: Pick<HTMLCanvasElement, 'toBlob'>,
  isTransparent: boolean,
): Promise<Blob> {
  if (isTransparent) return toBlob(canvas, 'image/png')
  // A browser that cannot write WebP writes PNG instead.
  const blob = await toBlob(canvas, 'image/webp')
  return blob.type === 'image/webp' ? blob : toBlob(canvas, 'image/jpeg')
}

export function toBlob(canvas: Pick<HTMLCanvasElement, 'toBlob'>, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error(`the browser writes no ${type}`))),
      type,
      quality,
    )
  })
}

export function toDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
