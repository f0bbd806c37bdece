const types = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp' } as const
export type ImageType = (typeof types)[keyof typeof types]

/** The type by the first bytes, whatever type was declared. Null for anything but PNG, JPEG and WebP. */
export function sniffImage(bytes: Uint8Array): ImageType | null {
  const hex = bytes.subarray(0, 12).toHex()
  if (hex.startsWith('89504e470d0a1a0a')) return types.png
  if (hex.startsWith('ffd8ff')) return types.jpeg
  if (/^52494646.{8}57454250$/.test(hex)) return types.webp
  return null
}

export function extensionOf(type: string): string {
  return Object.entries(types).find(([, known]) => known === type)?.[0] ?? 'bin'
}
