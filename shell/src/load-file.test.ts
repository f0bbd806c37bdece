import { beforeEach, expect, test, vi } from 'vitest'
import { loadFile } from './load-file.ts'
import { waits } from './load-retries.ts'

/**
 * What the network does with each address: the element's event, and the body that a fetch reads.
 */
interface Fault {
  element?: 'load' | 'error'
  body?: (stream: ReadableStreamDefaultController<Uint8Array>) => void
  status?: number
}

let faults: { first: Fault; retry: Fault; siteAnswers: boolean }
let added: HTMLScriptElement[]
let count = 0
const good: Fault = { element: 'load', body: (stream) => stream.close() }

beforeEach(() => {
  vi.useFakeTimers()
  added = []
  faults = { first: good, retry: good, siteAnswers: true }
  const faultOf = (address: string) => (address.includes('?retry=') ? faults.retry : faults.first)
  vi.spyOn(document.head, 'append').mockImplementation((element) => {
    if (!(element instanceof HTMLScriptElement)) return
    added.push(element)
    const { element: event } = faultOf(element.src)
    if (event) queueMicrotask(() => element.dispatchEvent(new Event(event)))
  })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
    if (address === '/robots.txt')
      return faults.siteAnswers ? new Response() : Promise.reject(new TypeError('no network'))
    const { body, status = 200 } = faultOf(String(address))
    return new Response(new ReadableStream({ start: body ?? (() => {}) }), { status })
  })
})

const newUrl = () => `http://localhost:3000/static/js/file${++count}.js`
const load = (url = newUrl()) => {
  const settled = vi.fn()
  loadFile(url, 'sha384-x', 'script').then(
    (address) => settled(address.replace(url, '').replace(/\d+$/, 'n')),
    (error) => settled(error.name),
  )
  return settled
}

test('a file that arrives is requested once, with its integrity, for several callers', async () => {
  const url = newUrl()
  const both = [load(url), load(url)]
  await vi.advanceTimersByTimeAsync(waits.watchAfter + waits.quiet)
  for (const settled of both) {
    expect(settled).toHaveBeenCalledWith('')
  }
  expect(added.map(({ src, integrity, crossOrigin }) => [src, integrity, crossOrigin])).toEqual([
    [url, 'sha384-x', 'anonymous'],
  ])
  expect(fetch).not.toHaveBeenCalled()
})

test.each([
  { name: 'fails', fault: { element: 'error' }, milliseconds: 0 },
  { name: 'hangs', fault: {}, milliseconds: waits.watchAfter + waits.quiet },
  {
    name: 'sends a byte a second',
    fault: { body: trickle(1) },
    milliseconds: waits.watchAfter + waits.quiet,
  },
  {
    name: 'hangs, and the site does not answer',
    fault: { siteAnswers: false },
    milliseconds: waits.watchAfter + waits.unreachable,
  },
] as { name: string; fault: Fault & { siteAnswers?: boolean }; milliseconds: number }[])(
  'a file that $name comes from a new address',
  async ({ fault, milliseconds }) => {
    faults = { first: fault, retry: good, siteAnswers: fault.siteAnswers ?? true }
    const settled = load()
    await vi.advanceTimersByTimeAsync(Math.max(0, milliseconds - 1))
    if (milliseconds > 0) expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1000)
    expect(settled).toHaveBeenCalledWith('?retry=n')
    // Neither over the connection that hangs, nor from a wrong copy that the browser has kept.
    const tries = vi
      .mocked(fetch)
      .mock.calls.filter(([address]) => /\?retry=/.test(String(address)))
    expect(tries.map(([, options]) => [options?.credentials, options?.cache])).toEqual([
      ['omit', 'reload'],
    ])
  },
)

test('a file that is lost twice is an error within 12 s, and the next call asks for a new address at once', async () => {
  faults = { first: {}, retry: {}, siteAnswers: true }
  const url = newUrl()
  const settled = load(url)
  await vi.advanceTimersByTimeAsync(12_000)
  expect(settled).toHaveBeenCalledWith('LostFileError')
  faults.retry = good
  const again = load(url)
  await vi.advanceTimersByTimeAsync(0)
  expect(again).toHaveBeenCalledWith('?retry=n')
})

test('a slow file is never cut', async () => {
  faults.first = { body: trickle(2048) }
  const settled = load()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(settled).not.toHaveBeenCalled()
  added[0]?.dispatchEvent(new Event('load'))
  await vi.advanceTimersByTimeAsync(0)
  expect(settled).toHaveBeenCalledWith('')
  expect(added).toHaveLength(1)
})

test('a file that arrives after all is used, although it was asked for again', async () => {
  faults = { first: {}, retry: {}, siteAnswers: true }
  const settled = load()
  await vi.advanceTimersByTimeAsync(waits.watchAfter + waits.quiet + 1000)
  added[0]?.dispatchEvent(new Event('load'))
  await vi.advanceTimersByTimeAsync(0)
  expect(settled).toHaveBeenCalledWith('')
})

function trickle(bytes: number) {
  return (stream: ReadableStreamDefaultController<Uint8Array>) => {
    setInterval(() => stream.enqueue(new Uint8Array(bytes)), 1000)
  }
}
