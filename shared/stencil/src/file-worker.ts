import { writeCard } from './artist-card.ts'
import type { FileReply, FileRequest } from './file-messages.ts'
import { markJpeg } from './jpeg.ts'
import { writePng } from './png.ts'
import { writePsd } from './psd.ts'
import { writeSheets } from './sheets.ts'
import { writeSvg } from './svg.ts'
import { writeTemporarySheet } from './temporary-sheet.ts'

// The entry of the module worker that writes files, apart from `worker.ts` so that both start fast.
// It fetches nothing.
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
      return writeSheets(request.plan, request.content, request.fonts)
    case 'temporary':
      return writeTemporarySheet(request.content, request.fonts)
    case 'card':
      return writeCard(request.content, request.fonts)
    case 'skin':
      return markJpeg(request.jpeg, request.origin, { isOnPhoto: true })
    case 'svg':
      return writeSvg(request)
    case 'png':
      return writePng(request)
    case 'psd':
      return writePsd(request)
  }
}
