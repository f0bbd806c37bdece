import { writeCard } from './artist-card.ts'
import type { FileReply, FileRequest, FileTask } from './file-messages.ts'
import { markJpeg } from './jpeg.ts'
import { writePng } from './png.ts'
import { stencilInks, writeSheets } from './sheets.ts'
import { writeSvg } from './svg.ts'

// The entry of the module worker that writes files, apart from `worker.ts` so that both start fast. It fetches nothing.
self.addEventListener('message', async ({ data }: MessageEvent<FileRequest>) => {
  const { id } = data
  try {
    const reply: FileReply = { id, type: 'file', bytes: await write(data) }
    self.postMessage(reply, { transfer: [reply.bytes.buffer] })
  } catch (error) {
    const reply: FileReply = { id, type: 'failed', message: String(error) }
    self.postMessage(reply)
  }
})

function write(request: FileRequest): Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer> {
  switch (request.type) {
    case 'sheets':
      return writeSheets(request.plan, request.content)
    case 'card':
      return writeCard(request.content)
    case 'svg':
      return encodeSvg(request)
    case 'skin':
      return markJpeg(request.jpeg, request.origin, { isOnPhoto: true })
    case 'png':
      return writePng(request.field, request.box, { ...request, ink: stencilInks[request.colour] })
  }
}

async function encodeSvg({ loops, colour, ...options }: Extract<FileTask, { type: 'svg' }>): Promise<Uint8Array<ArrayBuffer>> {
  const hex = stencilInks[colour]
    .map((channel) =>
      Math.round(255 * channel)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')
  return new TextEncoder().encode(writeSvg(loops, { ...options, colour: `#${hex}` }))
}
