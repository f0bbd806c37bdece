import type { DataExport } from '@encre/account-worker/contract'
import { deferReply, problemReply, stubRequests } from '@encre/remote-kit/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { noExport, openAccount } from '../testing.tsx'
import { pollMs } from './data-export-section.tsx'

const read = 'GET /api/account/export'
const post = 'POST /api/account/export'
const link = 'POST /api/account/export/links'
const running: DataExport = { state: 'running', files: 1, total: null, bytes: 0, expiresAt: null }
/** In local time, as the page shows it. */
const expiresAt = new Date(2026, 10, 22, 18, 5).toISOString()
const ready: DataExport = { state: 'ready', files: 10_001, total: 10_000, bytes: 12_345_678, expiresAt }

const section = () => within(screen.getByRole('region', { name: 'Télécharger mes données' }))
const button = (name: string | RegExp) => section().findByRole('button', { name })
const answer = (state: DataExport) => () => Response.json(state)

afterEach(() => vi.useRealTimers())

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
  await user.click(await button('Préparer mes données'))
  const bar = await section().findByRole('progressbar', { name: 'Préparation de vos données...' })
  expect(bar.hasAttribute('value')).toBe(false)
  expect(section().getByText(/1 fichier\. Vous pouvez quitter cette page/)).toBeDefined()
  expect(announce).toHaveBeenCalledWith('Préparation de vos données...')

  state = { ...running, files: 2500, total: 10_000 }
  await act(() => vi.advanceTimersByTimeAsync(pollMs))
  expect(await section().findByText(/2\s500 fichiers sur 10\s000 environ/)).toBeDefined()
  expect(bar).toMatchObject({ value: 2500, max: 10_000 })
  state = ready
  await act(() => vi.advanceTimersByTimeAsync(pollMs))
  expect(await button(/^Télécharger \(12\sMo\)$/)).toBeDefined()
  expect(section().getByRole('status').textContent).toMatch(/Vos données sont prêtes.*jusqu’au 22 novembre/)

  const before = calls.length
  await act(() => vi.advanceTimersByTimeAsync(5 * pollMs))
  expect(calls).toHaveLength(before)
})

test('a click on the file saves it', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  stubRequests({ [read]: answer(ready), [link]: () => Response.json({ url: '/api/account/downloads/token' }, { status: 201 }) })
  openAccount('/settings')
  await userEvent.click(await button(/^Télécharger/))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/api/account/downloads/token'))
  assign.mockRestore()
})

test('an export that failed can be continued', async () => {
  const states = [{ ...noExport, state: 'failed', files: 40 }, running]
  stubRequests({ [read]: () => Response.json(states.shift() ?? running), [post]: () => Response.json(running, { status: 202 }) })
  openAccount('/settings')
  await userEvent.click(await button('Réessayer'))
  expect(await section().findByRole('progressbar')).toBeDefined()
})

test.each([
  ['start', noExport, post, 'Préparer mes données'],
  ['download', ready, link, /^Télécharger/],
] as const)('a %s that is refused says why, and can be tried again', async (_, state, call, name) => {
  stubRequests({ [read]: answer(state), [call]: problemReply('resource-exhausted', 429) })
  openAccount('/settings')
  await userEvent.click(await button(name))
  expect((await section().findByRole('alert')).textContent).toBe('Limite de requêtes atteinte. Veuillez réessayer plus tard.')
  expect((await button(name)).getAttribute('aria-disabled')).toBe('false')
})

test('a state that takes longer to read than the next reading waits is shown all the same', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const slow = deferReply()
  const replies = [answer(running), slow.reply]
  stubRequests({ [read]: () => replies.shift()?.() ?? new Promise(() => {}) })
  openAccount('/settings')
  await section().findByRole('progressbar')
  for (let poll = 0; poll < 3; poll++) await act(() => vi.advanceTimersByTimeAsync(pollMs))
  await act(async () => slow.send(Response.json(ready)))
  expect(await button(/^Télécharger/)).toBeDefined()
})

test('a state that cannot be read can be read again, and leaves the settings as they are', async () => {
  const replies = [problemReply('unavailable', 503), answer(ready)]
  stubRequests({ [read]: () => replies.shift()?.() ?? Response.error() })
  openAccount('/settings')
  expect(await section().findByText(/n’a pas pu être lu\..*Le serveur ne répond pas/)).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.click(await button('Réessayer'))
  expect(await button(/^Télécharger/)).toBeDefined()
})
