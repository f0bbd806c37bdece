import {
  type GenerationRequest,
  uploadMask,
  uploadReference,
} from '@encre/generator-worker/contract'
import type { Writer } from '@encre/protocol/writer'
import type { PageCalls } from '../page-calls.ts'

type UploadedFields = Pick<GenerationRequest, 'maskId'> | Pick<GenerationRequest, 'referenceId'>

interface Upload {
  id: string
  fields: Promise<UploadedFields>
  controller: AbortController
  /** Why the upload waits, for each of its variants. */
  wait: string | null
  listeners: Set<(code: string | null) => void>
  /** Variants that have not been cancelled. */
  waiting: number
  isDone: boolean
}

interface UploadOptions {
  signal: AbortSignal
  onWait: (code: string | null) => void
}

export function createReferenceUploads({ callWithFile }: PageCalls, writer: Writer) {
  const uploads = new WeakMap<File, Upload>()
  /** A file that is uploaded again has its id again, so that it is stored once. */
  const ids = new WeakMap<File, string>()

  function start(file: File, request: GenerationRequest): Upload {
    const id = ids.get(file) ?? crypto.randomUUID()
    ids.set(file, id)
    const begun: Omit<Upload, 'fields'> = {
      id,
      controller: new AbortController(),
      wait: null,
      listeners: new Set(),
      waiting: 0,
      isDone: false,
    }
    const started: Upload = Object.assign(begun, {
      fields: send(callWithFile, writer, file, request, begun),
    })
    uploads.set(file, started)
    started.fields.then(
      () => {
        started.isDone = true
      },
      () => uploads.delete(file),
    )
    return started
  }

  return {
    /**
     * Uploads the reference, or the mask of a retouch, once for all variants. Stops when the last
     * of them is cancelled.
     */
    upload(
      file: File,
      request: GenerationRequest,
      { signal, onWait }: UploadOptions,
    ): Promise<UploadedFields> {
      signal.throwIfAborted()
      const known = uploads.get(file) ?? start(file, request)
      known.waiting += 1
      known.listeners.add(onWait)
      if (known.wait !== null) onWait(known.wait)
      signal.addEventListener('abort', () => {
        known.waiting -= 1
        known.listeners.delete(onWait)
        if (known.waiting > 0 || known.isDone) return
        uploads.delete(file)
        writer.end(known.id)
        known.controller.abort(signal.reason)
      })
      return known.fields
    },
    forget(file: File) {
      uploads.delete(file)
      ids.delete(file)
    },
  }
}

async function send(
  callWithFile: PageCalls['callWithFile'],
  writer: Writer,
  file: File,
  { retouch, parentId }: GenerationRequest,
  begun: Omit<Upload, 'fields'>,
): Promise<UploadedFields> {
  const { id, controller, listeners } = begun
  const isMask = retouch && parentId
  // Sent again with its id, a file is stored once.
  const upload = { query: { id }, file, signal: controller.signal }
  const uploaded = await writer.write(id, {
    send: () =>
      isMask
        ? callWithFile(uploadMask, { ...upload, params: { id: parentId } })
        : callWithFile(uploadReference, upload),
    onWait: (code) => {
      begun.wait = code
      for (const listener of listeners) listener(code)
    },
  })
  return isMask ? { maskId: uploaded.id } : { referenceId: uploaded.id }
}
