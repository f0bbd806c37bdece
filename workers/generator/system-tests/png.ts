import { crc32, deflateSync } from 'node:zlib'

/** Draws a complete square PNG, white by default. `declared` is the side that its header claims. */
export function drawPng(side: number, declared = side, paint: (pixels: Buffer) => unknown = (pixels) => pixels.fill(255)): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(declared, 0)
  header.writeUInt32BE(declared, 4)
  header.set([8, 0], 8)
  const pixels = Buffer.alloc((side + 1) * side)
  paint(pixels)
  for (let row = 0; row < side; row++) pixels[row * (side + 1)] = 0
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
