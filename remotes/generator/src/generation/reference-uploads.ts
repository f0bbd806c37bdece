import { type GenerationRequest, generatorPaths, Reference } from '@encre/generator-worker/contract'
import { upload } from '@encre/remote-kit/upload'
import type { WithToken } from '../generator-api.ts'

export interface ReferenceUploads {
  /** Uploads the reference, or the mask of a retouch, once for all variants. Stops when the last of them is cancelled. */
  upload(file: File, request: GenerationRequest, options: { withToken: WithToken; signal: AbortSignal }): Promise<UploadedFields>
  forget(file: File): void
}

type UploadedFields = Pick<GenerationRequest, 'maskId'> | Pick<GenerationRequest, 'referenceId'>

interface Upload {
  fields: Promise<UploadedFields>
  controller: AbortController
  /** Variants that have not been cancelled. */
  waiting: number
  isDone: boolean
}

export function createReferenceUploads(): ReferenceUploads {
  const uploads = new WeakMap<File, Upload>()

  function start(file: File, { retouch, parentId }: GenerationRequest, withToken: WithToken): Upload {
    const controller = new AbortController()
    const path = retouch && parentId ? generatorPaths.masks(encodeURIComponent(parentId)) : generatorPaths.references
    const send = (token: string) => upload(path, Reference, { file, token, signal: controller.signal })
    const fields = withToken(send).then(({ id }) => (retouch ? { maskId: id } : { referenceId: id }))
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
    upload(file, request, { withToken, signal }) {
      signal.throwIfAborted()
      const known = uploads.get(file) ?? start(file, request, withToken)
      known.waiting += 1
      signal.addEventListener('abort', () => {
        known.waiting -= 1
        if (known.waiting > 0 || known.isDone) return
        uploads.delete(file)
        known.controller.abort(signal.reason)
      })
      return known.fields
    },
    forget: (file) => uploads.delete(file),
  }
}
