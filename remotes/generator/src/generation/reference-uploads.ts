import type { GenerationRequest } from '@encre/generator-worker/contract'
import type { GeneratorApi } from '../generator-api.ts'
import { resendWithoutResponse } from './resend.ts'

type UploadedFields = Pick<GenerationRequest, 'maskId'> | Pick<GenerationRequest, 'referenceId'>

interface Upload {
  fields: Promise<UploadedFields>
  controller: AbortController
  /** Variants that have not been cancelled. */
  waiting: number
  isDone: boolean
}

export function createReferenceUploads(api: Pick<GeneratorApi, 'uploadReference' | 'uploadMask'>) {
  const uploads = new WeakMap<File, Upload>()
  /** A file that is uploaded again has its id again, so that it is stored once. */
  const ids = new WeakMap<File, string>()

  async function send(
    file: File,
    { retouch, parentId }: GenerationRequest,
    signal: AbortSignal,
  ): Promise<UploadedFields> {
    const id = ids.get(file) ?? crypto.randomUUID()
    ids.set(file, id)
    const upload = { id, file, signal }
    const post = () =>
      retouch && parentId ? api.uploadMask(parentId, upload) : api.uploadReference(upload)
    const uploadedId = await resendWithoutResponse(post, signal, () => {})
    return retouch && parentId ? { maskId: uploadedId } : { referenceId: uploadedId }
  }

  function start(file: File, request: GenerationRequest): Upload {
    const controller = new AbortController()
    const fields = send(file, request, controller.signal)
    const started: Upload = { fields, controller, waiting: 0, isDone: false }
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
    upload(file: File, request: GenerationRequest, signal: AbortSignal): Promise<UploadedFields> {
      signal.throwIfAborted()
      const known = uploads.get(file) ?? start(file, request)
      known.waiting += 1
      signal.addEventListener('abort', () => {
        known.waiting -= 1
        if (known.waiting > 0 || known.isDone) return
        uploads.delete(file)
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
