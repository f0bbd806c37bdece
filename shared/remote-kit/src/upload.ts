import { TimeoutError } from '@encre/protocol/timeout'
import type * as z from 'zod/mini'
import { commonHeaders, parseResponse, type RequestOptions, requestTimeoutMs } from './request.ts'
import { RequestError } from './request-error.ts'

interface Upload extends Pick<RequestOptions, 'headers' | 'signal'> {
  file: File
  token: string
}

/**
 * Posts raw bytes. Fails after `requestTimeoutMs` without progress. `XMLHttpRequest`, because `fetch`
 * reports none. Throws as `request` does.
 */
export function upload<Schema extends z.ZodMiniType>(
  url: string,
  schema: Schema,
  { file, token, headers: own = {}, signal }: Upload,
): Promise<z.infer<Schema>> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout>
    const end = (settle: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', handleAbort)
      settle()
    }
    const fail = (cause: Error) => {
      end(() => reject(new RequestError('unavailable', 0, null, { cause })))
    }
    const restartTimer = () => {
      clearTimeout(timer)
      timer = setTimeout(handleIdle, requestTimeoutMs)
    }
    function handleIdle() {
      fail(new TimeoutError(`no upload progress for ${requestTimeoutMs} ms`))
      xhr.abort()
    }
    function handleAbort() {
      end(() => reject(signal?.reason))
      xhr.abort()
    }
    function handleLoad() {
      try {
        const body = parseResponse(
          schema,
          xhr.status,
          xhr.getResponseHeader('x-request-id'),
          xhr.responseText,
        )
        end(() => resolve(body))
      } catch (error) {
        end(() => reject(error))
      }
    }

    xhr.upload.addEventListener('progress', restartTimer)
    xhr.addEventListener('load', handleLoad)
    xhr.addEventListener('error', () => fail(new Error('the connection failed')))
    if (signal?.aborted) return reject(signal.reason)
    signal?.addEventListener('abort', handleAbort)
    xhr.open('POST', url)
    const headers = { ...commonHeaders(token), ...own, 'content-type': file.type }
    for (const [name, value] of Object.entries(headers)) {
      xhr.setRequestHeader(name, value)
    }
    restartTimer()
    xhr.send(file)
  })
}
