import { type MarkOptions, xmpPacket } from '@encre/picture/origin-marks'
import { concatBytes } from '@encre/protocol/bytes'

const startOfImage = 0xffd8
const applicationData = 0xffe0
const xmpHeader = 'http://ns.adobe.com/xap/1.0/\0'

/**
 * The same JPEG with a segment that says where it comes from. Nothing is added for an unknown
 * origin, or to what is no JPEG.
 */
export function markJpeg(
  jpeg: Uint8Array<ArrayBuffer>,
  origin: string,
  options: MarkOptions,
): Uint8Array<ArrayBuffer> {
  const xmp = xmpPacket(origin, options)
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength)
  if (!xmp || jpeg.length < 6 || view.getUint16(0) !== startOfImage) return jpeg
  // JFIF's own segment stays the first one.
  const at = view.getUint16(2) === applicationData ? 4 + view.getUint16(4) : 2
  const content = new TextEncoder().encode(xmpHeader + xmp)
  const head = Uint8Array.of(0xff, 0xe1, (content.length + 2) >> 8, (content.length + 2) & 255)
  return concatBytes([jpeg.subarray(0, at), head, content, jpeg.subarray(at)])
}
