import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { requestTimeoutMs } from './request.ts'
import { failureOf, problemReply, stubFetch } from './testing.tsx'
import { upload } from './upload.ts'

const Thing = z.object({ id: z.string() })
const file = new File(['bytes'], 'loup.webp', { type: 'image/webp' })

/** A request whose progress the test decides. */
function stubSlowUpload() {
  const uploads: { progress: () => void; abort: ReturnType<typeof vi.fn> }[] = []
  class SlowRequest extends EventTarget {
    upload = new EventTarget()
    abort = vi.fn()
    open() {}
    setRequestHeader() {}
    send() {
      uploads.push({
        progress: () => this.upload.dispatchEvent(new Event('progress')),
        abort: this.abort,
      })
    }
  }
  vi.stubGlobal('XMLHttpRequest', SlowRequest)
  return uploads
}

test('posts the bytes with their type and the token', async () => {
  const sent: ({ url: string } & RequestInit)[] = []
  stubFetch(async (url, init) => {
    sent.push({ url, ...init })
    return Response.json({ id: 'reference-1' }, { status: 201 })
  })
  expect(await upload('/api/references', Thing, { file, token: 't' })).toEqual({
    id: 'reference-1',
  })
  expect(sent).toMatchObject([{ url: '/api/references', method: 'POST', body: file }])
  const headers = new Headers(sent[0]?.headers)
  expect(headers.get('content-type')).toBe('image/webp')
  expect(headers.get('authorization')).toBe('Bearer t')
})

test('fails with the code of the worker, and as unavailable without a network', async () => {
  stubFetch(async () => problemReply('reference-too-large', 413)())
  expect(await failureOf(upload('/api/references', Thing, { file, token: 't' }))).toMatchObject({
    code: 'reference-too-large',
    status: 413,
  })
  stubFetch(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await failureOf(upload('/api/references', Thing, { file, token: 't' }))).toMatchObject({
    code: 'unavailable',
    status: 0,
  })
})

test('goes on as long as it progresses, and gives up when it stops', async () => {
  vi.useFakeTimers()
  const uploads = stubSlowUpload()
  let failure: unknown = null
  const done = failureOf(upload('/api/references', Thing, { file, token: 't' })).then((error) => {
    failure = error
  })
  for (let part = 0; part < 5; part++) {
    await vi.advanceTimersByTimeAsync(requestTimeoutMs - 1)
    uploads[0]?.progress()
  }
  expect(failure).toBeNull()
  await vi.advanceTimersByTimeAsync(requestTimeoutMs)
  await done
  expect(failure).toMatchObject({ code: 'unavailable', status: 0 })
  expect(uploads[0]?.abort).toHaveBeenCalledOnce()
})
