import { act, renderHook, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { RequestError } from './request-error.ts'
import { createTestShell } from './testing.tsx'
import { retryIntervalMs, useQuery } from './use-query.ts'

/** A hook whose requests the test answers. */
function openQuery(key = 'all') {
  const shell = createTestShell()
  const requests: (PromiseWithResolvers<string> & { signal: AbortSignal })[] = []
  const onLoad = vi.fn<(value: string) => void>()
  const read = (signal: AbortSignal) => {
    const request = { ...Promise.withResolvers<string>(), signal }
    requests.push(request)
    return request.promise
  }
  const hook = renderHook(
    (props: { key: string }) =>
      useQuery(shell, { key: props.key, read, failureMessage: 'Failed to load', onLoad }),
    { initialProps: { key } },
  )
  return { shell, requests, onLoad, ...hook }
}

test('loads once and hands over the value', async () => {
  const { result, requests, onLoad } = openQuery()
  expect(result.current.state).toEqual({ status: 'loading' })
  requests[0]?.resolve('designs')
  await waitFor(() => expect(result.current.state).toEqual({ status: 'loaded', value: 'designs' }))
  expect(onLoad.mock.calls).toEqual([['designs']])
  expect(requests).toHaveLength(1)
})

test('a new key starts again and aborts the request before, whose value is not shown', async () => {
  const { result, requests, rerender } = openQuery('all')
  rerender({ key: 'dotwork' })
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, false])
  requests[0]?.resolve('all designs')
  requests[1]?.resolve('dotwork designs')
  await waitFor(() =>
    expect(result.current.state).toEqual({ status: 'loaded', value: 'dotwork designs' }),
  )
  rerender({ key: 'japanese' })
  expect(result.current.state).toEqual({ status: 'loading' })
})

test('retry after a failure starts again from loading', async () => {
  const { result, requests, shell } = openQuery()
  requests[0]?.reject(new RequestError('resource-exhausted', 429, null))
  await waitFor(() =>
    expect(result.current.state).toEqual({ status: 'failed', code: 'resource-exhausted' }),
  )
  expect(shell.report).not.toHaveBeenCalled()
  act(() => result.current.retry())
  expect(result.current.state).toEqual({ status: 'loading' })
  requests[1]?.resolve('designs')
  await waitFor(() => expect(result.current.state.status).toBe('loaded'))
})

test('reload keeps the value until the new one is there, also when it fails', async () => {
  const { result, requests } = openQuery()
  requests[0]?.resolve('old')
  await waitFor(() => expect(result.current.state.status).toBe('loaded'))
  act(() => result.current.reload())
  requests[1]?.reject(new RequestError('unavailable', 0, null))
  await act(async () => {})
  expect(result.current.state).toEqual({ status: 'loaded', value: 'old' })
  act(() => result.current.reload())
  expect(result.current.state).toEqual({ status: 'loaded', value: 'old' })
  requests[2]?.resolve('new')
  await waitFor(() => expect(result.current.state).toEqual({ status: 'loaded', value: 'new' }))
})

test('a bug is reported with the message of the page', async () => {
  const { result, requests, shell } = openQuery()
  const bug = new TypeError('x is not a function')
  requests[0]?.reject(bug)
  await waitFor(() => expect(result.current.state).toEqual({ status: 'failed', code: 'internal' }))
  expect(shell.report.mock.calls[0]?.[0]).toMatchObject({ message: 'Failed to load', cause: bug })
})

describe('a worker that does not answer', () => {
  beforeEach(() => void vi.useFakeTimers())
  const wait = () => act(() => vi.advanceTimersByTimeAsync(retryIntervalMs))

  test('is asked again while the tab is visible or when the network is back, without a flicker, until it answers', async () => {
    const { result, requests } = openQuery()
    await act(async () => requests[0]?.reject(new RequestError('unavailable', 503, null)))
    const failed = result.current.state
    expect(failed).toEqual({ status: 'failed', code: 'unavailable' })

    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await wait()
    expect(requests).toHaveLength(1)
    visibility.mockRestore()

    await wait()
    expect(requests).toHaveLength(2)
    expect(result.current.state).toBe(failed)
    await act(async () => requests[1]?.reject(new RequestError('unavailable', 503, null)))
    expect(result.current.state).toBe(failed)
    await act(async () => dispatchEvent(new Event('online')))
    await act(async () => requests[2]?.resolve('designs'))
    expect(result.current.state).toEqual({ status: 'loaded', value: 'designs' })
    await wait()
    await act(async () => dispatchEvent(new Event('online')))
    expect(requests).toHaveLength(3)
  })

  test('is not asked again after a refusal, or once the page is closed', async () => {
    const refused = openQuery()
    await act(async () =>
      refused.requests[0]?.reject(new RequestError('permission-denied', 403, null)),
    )
    const closed = openQuery()
    await act(async () => closed.requests[0]?.reject(new RequestError('unavailable', 0, null)))
    closed.unmount()
    await wait()
    expect([refused.requests.length, closed.requests.length]).toEqual([1, 1])
  })
})
