import type { DataExport } from '@encre/account-worker/contract'
import { deferReply, problemReply, stubRequests } from '@encre/remote-kit/testing'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { noExport, openAccount } from '../testing.tsx'
import { pollMs } from './data-export-section.tsx'

const read = 'GET /api/account/export'
const post = 'POST /api/account/export'
const link = 'POST /api/account/export/links'
const running: DataExport = { state: 'running', files: 1, total: null, bytes: 0, expiresAt: null }
/** In local time, as the page shows it. */
const expiresAt = new Date(2026, 10, 22, 18, 5).toISOString()
const ready: DataExport = {
  state: 'ready',
  files: 10_001,
  total: 10_000,
  bytes: 12_345_678,
  expiresAt,
}

const section = () => within(screen.getByRole('region', { name: 'Download my data' }))
const button = (name: string | RegExp) => section().findByRole('button', { name })
const answer = (state: DataExport) => () => Response.json(state)

test('starts, shows its progress until it is ready, and then the file with its size and date', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  let state = noExport
  const calls = stubRequests({
    [read]: () => Response.json(state),
    [post]: () => {
      state = running
      return Response.json(state, { status: 202 })
    },
  })
  const { announce } = openAccount('/settings')
  await user.click(await button('Prepare my data'))
  const bar = await section().findByRole('progressbar', { name: 'Preparing your data...' })
  expect(bar.hasAttribute('value')).toBe(false)
  expect(section().getByText(/1 file\. You can leave this page/)).toBeDefined()
  expect(announce).toHaveBeenCalledWith('Preparing your data...')

  state = { ...running, files: 2500, total: 10_000 }
  await act(() => vi.advanceTimersByTimeAsync(pollMs))
  expect(await section().findByText(/2,500 files of about 10,000/)).toBeDefined()
  expect(bar).toMatchObject({ value: 2500, max: 10_000 })
  state = ready
  await act(() => vi.advanceTimersByTimeAsync(pollMs))
  expect(await button(/^Download \(12\sMB\)$/)).toBeDefined()
  expect(section().getByRole('status').textContent).toMatch(/Your data is ready.*until November 22/)

  const before = calls.length
  await act(() => vi.advanceTimersByTimeAsync(5 * pollMs))
  expect(calls).toHaveLength(before)
})

test('an export that failed can be continued', async () => {
  const states = [{ ...noExport, state: 'failed', files: 40 }, running]
  stubRequests({
    [read]: () => Response.json(states.shift() ?? running),
    [post]: () => Response.json(running, { status: 202 }),
  })
  openAccount('/settings')
  await userEvent.click(await button('Try again'))
  expect(await section().findByRole('progressbar')).toBeDefined()
})

test.each([
  { title: 'start', state: noExport, call: post, name: 'Prepare my data' },
  { title: 'download', state: ready, call: link, name: /^Download \(/ },
] as const)(
  'a $title that is refused says why, and can be tried again',
  async ({ state, call, name }) => {
    stubRequests({ [read]: answer(state), [call]: problemReply('resource-exhausted', 429) })
    openAccount('/settings')
    await userEvent.click(await button(name))
    expect((await section().findByRole('alert')).textContent).toBe(
      'Limite de requêtes atteinte. Veuillez réessayer plus tard.',
    )
    expect((await button(name)).getAttribute('aria-disabled')).toBe('false')
  },
)

test('a state that takes longer to read than the next reading waits is shown all the same', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const slow = deferReply()
  const replies = [answer(running), slow.reply]
  stubRequests({ [read]: () => replies.shift()?.() ?? new Promise(() => {}) })
  openAccount('/settings')
  await section().findByRole('progressbar')
  for (let poll = 0; poll < 3; poll++) {
    await act(() => vi.advanceTimersByTimeAsync(pollMs))
  }
  await act(async () => slow.send(Response.json(ready)))
  expect(await button(/^Download \(/)).toBeDefined()
})

test('a state that cannot be read can be read again, and leaves the settings as they are', async () => {
  const replies = [problemReply('unavailable', 503), answer(ready)]
  stubRequests({ [read]: () => replies.shift()?.() ?? Response.error() })
  openAccount('/settings')
  expect(await section().findByText(/could not be read\./)).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.click(await button('Try again'))
  expect(await button(/^Download \(/)).toBeDefined()
})
