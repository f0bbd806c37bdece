import {
  type GenerationRequest,
  uploadMask,
  uploadReference,
} from '@encre/generator-worker/contract'
import type { Writer } from '@encre/protocol/writer'
import { callWithFile } from '@encre/remote-kit/call'
import type { Page } from './read-events.ts'

type UploadedFields = Pick<GenerationRequest, 'maskId'> | Pick<GenerationRequest, 'referenceId'>

interface UploadOptions {
  signal: AbortSignal
  onWait: (code: string | null) => void
}

interface Upload {
  /** A file that is uploaded again has its id again, so that it is stored once. */
  id: string
  /** Aborted when it has failed, or nobody waits for it any more. */
  controller: AbortController
  /** Of the variants that have not been cancelled. */
  listeners: Set<UploadOptions['onWait']>
  fields: Promise<UploadedFields>
  isDone: boolean
}

export function createReferenceUploads(page: () => Page, writer: Writer) {
  const uploads = new WeakMap<File, Upload>()

  function start(file: File, request: GenerationRequest): Upload {
    const begun = {
      id: uploads.get(file)?.id ?? crypto.randomUUID(),
      controller: new AbortController(),
      listeners: new Set<UploadOptions['onWait']>(),
    }
    const fields = send(page, writer, file, request, begun)
    const upload: Upload = { ...begun, fields, isDone: false }
    uploads.set(file, upload)
    fields.then(
      () => {
        upload.isDone = true
      },
      () => upload.controller.abort(),
    )
    return upload
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
      const known = uploads.get(file)
      const upload = known?.controller.signal.aborted === false ? known : start(file, request)
      const { id, controller, listeners, fields } = upload
      listeners.add(onWait)
      signal.addEventListener('abort', () => {
        listeners.delete(onWait)
        if (listeners.size > 0 || upload.isDone) return
        writer.end(id)
        controller.abort(signal.reason)
      })
      return fields
    },
    forget: (file: File) => uploads.delete(file),
  }
}

async function send(
  page: () => Page,
  writer: Writer,
  file: File,
  { retouch, parentId }: GenerationRequest,
  { id, controller, listeners }: Pick<Upload, 'id' | 'controller' | 'listeners'>,
): Promise<UploadedFields> {
  // All variants of the click listen, also to a wait that begins at once.
  await Promise.resolve()
  const isMask = retouch && parentId
  const uploaded = await writer.write(id, {
    send() {
      const { shell, inBackground } = page()
      const upload = { query: { id }, file, signal: controller.signal, inBackground }
      return isMask
        ? callWithFile(shell, uploadMask, { ...upload, params: { id: parentId } })
        : callWithFile(shell, uploadReference, upload)
    },
    onWait(code) {
      for (const listener of listeners) listener(code)
    },
  })
  return isMask ? { maskId: uploaded.id } : { referenceId: uploaded.id }
}
