import { beforeEach, expect, test, vi } from 'vitest'
import { RequestError } from './request-error.ts'
import { askIntervalMs, repeatDelayMs, slowWriteMs, write } from './write.ts'

const lost = () => new RequestError('unavailable', 0, null)
const badGateway = () => new RequestError('internal', 502, null)
const foreignPage = () => new RequestError('internal', 200, null)
const refused = () => new RequestError('too-many-links', 409, 'request-7')
const flooded = () => new RequestError('resource-exhausted', 429, 'request-7')

/** Answers one after the other; the last one again and again. */
function answerWith<Result>(...answers: (Result | Error)[]) {
  return vi.fn(async () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (answer instanceof Error) throw answer
    return answer as Result
  })
}

/** A write whose outcome the test reads. */
function start<Result>(
  send: () => Promise<Result>,
  options: Partial<Parameters<typeof write<Result>>[1]> = {},
) {
  const onUnknown = vi.fn()
  const outcome = vi.fn()
  write(send, { onUnknown, ...options }).then(
    (result) => outcome('done', result),
    (error: RequestError) => outcome('not done', error.code),
  )
  return { onUnknown, outcome }
}

beforeEach(() => {
  vi.useFakeTimers()
})

test.each([
  { name: 'answered', answers: ['row'], calls: 1 },
  { name: 'lost once', answers: [lost(), 'row'], calls: 2 },
  { name: 'answered by a proxy', answers: [badGateway(), 'row'], calls: 2 },
  { name: 'answered by another page', answers: [foreignPage(), 'row'], calls: 2 },
])('a write that is $name is done', async ({ answers, calls }) => {
  const send = answerWith(...answers)
  const { outcome, onUnknown } = start(send)
  await vi.advanceTimersByTimeAsync(repeatDelayMs)
  expect(outcome).toHaveBeenCalledWith('done', 'row')
  expect(send).toHaveBeenCalledTimes(calls)
  expect(onUnknown).not.toHaveBeenCalled()
})

test('a write that is refused is not done, and is not sent again', async () => {
  const send = answerWith(refused())
  const { outcome } = start(send)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(outcome).toHaveBeenCalledWith('not done', 'too-many-links')
  expect(send).toHaveBeenCalledOnce()
})

test('a write that a flood limit refuses after a loss is not known yet', async () => {
  const { outcome, onUnknown } = start(answerWith<string>(lost(), flooded(), flooded(), 'row'))
  await vi.advanceTimersByTimeAsync(repeatDelayMs)
  expect(onUnknown).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(askIntervalMs)
  expect(outcome).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(askIntervalMs)
  expect(outcome).toHaveBeenCalledWith('done', 'row')
})

test.each([
  { name: 'done', answers: [lost(), 'row'], expected: ['done', 'row'] },
  { name: 'not done', answers: [lost(), null], expected: ['not done', 'unavailable'] },
])(
  'a write that is lost twice asks until it is known to be $name',
  async ({ answers, expected }) => {
    const send = answerWith<string>(lost())
    const ask = answerWith<string | null>(...answers)
    const { outcome, onUnknown } = start(send, { ask })
    await vi.advanceTimersByTimeAsync(repeatDelayMs)
    expect(onUnknown).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(askIntervalMs)
    expect(outcome).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(askIntervalMs)
    expect(outcome).toHaveBeenCalledWith(...expected)
    expect(send).toHaveBeenCalledTimes(2)
  },
)

test('a lost write asks at once when the browser is online again', async () => {
  const { outcome } = start(answerWith<string>(lost(), lost(), 'row'))
  await vi.advanceTimersByTimeAsync(repeatDelayMs)
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(outcome).toHaveBeenCalledWith('done', 'row')
})

test('a write that the member has pressed again asks no more', async () => {
  const pressed = new AbortController()
  const send = answerWith<string>(lost())
  const { outcome } = start(send, { signal: pressed.signal })
  await vi.advanceTimersByTimeAsync(repeatDelayMs)
  pressed.abort()
  await vi.advanceTimersByTimeAsync(10 * askIntervalMs)
  expect(send).toHaveBeenCalledTimes(2)
  expect(outcome).not.toHaveBeenCalled()
})

test('a write without a network is not done: nothing was sent', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { outcome, onUnknown } = start(answerWith<string>(lost()))
  await vi.advanceTimersByTimeAsync(0)
  expect(outcome).toHaveBeenCalledWith('not done', 'unavailable')
  expect(onUnknown).not.toHaveBeenCalled()
})

test('a write says that it is slow, unless it is known or not known before', async () => {
  const onSlow = vi.fn()
  const page = new AbortController()
  start(() => new Promise<string>(() => {}), { onSlow })
  start(answerWith<string>('row'), { onSlow })
  start(answerWith<string>(lost()), { onSlow, signal: page.signal })
  await vi.advanceTimersByTimeAsync(slowWriteMs)
  expect(onSlow).toHaveBeenCalledOnce()
  page.abort()
})
