import { generatorPaths, Reference } from '@encre/generator-worker/contract'
import { upload } from '@encre/remote-kit/upload'
import type { WithToken } from './follow-generation.ts'

export interface ReferenceUploads {
  /** Uploads a file once for all variants, and stops when the last of them is cancelled. Answers the reference's id. */
  upload(file: File, options: { withToken: WithToken; signal: AbortSignal }): Promise<string>
  /** The worker does not have this reference any more. */
  forget(file: File): void
}

interface Upload {
  id: Promise<string>
  controller: AbortController
  /** Variants that have not been cancelled. */
  waiting: number
  isDone: boolean
}

export function createReferenceUploads(): ReferenceUploads {
  const uploads = new WeakMap<File, Upload>()

  function start(file: File, withToken: WithToken): Upload {
    const controller = new AbortController()
    const send = (token: string) => upload(generatorPaths.references, Reference, { file, token, signal: controller.signal })
    const started: Upload = { id: withToken(send).then(({ id }) => id), controller, waiting: 0, isDone: false }
    uploads.set(file, started)
    started.id.then(
      () => {
        started.isDone = true
      },
      () => uploads.delete(file),
    )
    return started
  }

  return {
    upload(file, { withToken, signal }) {
      signal.throwIfAborted()
      const known = uploads.get(file) ?? start(file, withToken)
      known.waiting += 1
      signal.addEventListener('abort', () => {
        known.waiting -= 1
        if (known.waiting > 0 || known.isDone) return
        uploads.delete(file)
        known.controller.abort(signal.reason)
      })
      return known.id
    },
    forget: (file) => uploads.delete(file),
  }
}
