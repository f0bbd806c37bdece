import type { FileReply, FileRequest, FileTask } from '@encre/stencil/file-messages'
import { startWorker } from './start-worker.ts'

/** Writes a file in a worker of its own, which ends with it. Rejects with the abort reason, or when the worker fails. */
export async function writeFile(task: FileTask, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  signal.throwIfAborted()
  const worker = startWorker('stencil-files')
  try {
    return await new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      worker.addEventListener('error', (event) => reject(new Error(`the file worker failed: ${event.message}`)))
      worker.addEventListener('message', ({ data }: MessageEvent<FileReply>) => {
        if (data.type === 'file') resolve(data.bytes)
        else reject(new Error(data.message))
      })
      const request: FileRequest = { id: 1, ...task }
      worker.postMessage(request)
    })
  } finally {
    worker.terminate()
  }
}
