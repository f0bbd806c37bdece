import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { lazyPart } from './lazy-part.tsx'

const Sheet = ({ text }: { text: string }) => <p>{`sheet ${text}`}</p>

function renderPart(load: () => Promise<typeof Sheet>, Fallback?: typeof Sheet) {
  const [Part] = lazyPart(load, Fallback)
  render(
    <>
      <input aria-label="typed" />
      <Suspense fallback="loading">
        <Part text="a" />
      </Suspense>
    </>,
  )
}

test('a part that is lost says so in its place, and "Réessayer" brings it while what was typed stays', async () => {
  const load = vi.fn(async () => Sheet)
  load.mockRejectedValueOnce(new Error('lost'))
  const reported = vi.fn((event: ErrorEvent) => event.error.message)
  addEventListener('error', reported, { once: true })
  renderPart(load, ({ text }) => <p>{`basic ${text}`}</p>)
  await userEvent.type(screen.getByLabelText('typed'), 'loup')
  expect((await screen.findByRole('alert')).textContent).toBe(
    "Une partie de la page n'est pas arrivée.Réessayer",
  )
  expect(screen.getByText('basic a')).toBeDefined()
  expect(load).toHaveBeenCalledOnce()
  expect(reported).toHaveReturnedWith('lost')
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
  expect(await screen.findByText('sheet a')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('typed').value).toBe('loup')
})

test('after an early load the part renders at once; an early load that fails rejects', async () => {
  const [Part, preload] = lazyPart(
    vi.fn(async () => Sheet).mockRejectedValueOnce(new Error('lost')),
  )
  await expect(preload()).rejects.toThrow('lost')
  await preload()
  render(<Part text="b" />)
  expect(screen.getByText('sheet b')).toBeDefined()
})

test('one "Réessayer" brings every part that is missing', async () => {
  const lost = () => vi.fn(async () => Sheet).mockRejectedValueOnce(new Error('lost'))
  renderPart(lost())
  renderPart(lost())
  await vi.waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2))
  await userEvent.click(screen.getAllByRole('button', { name: 'Réessayer' })[0] as HTMLElement)
  await vi.waitFor(() => expect(screen.getAllByText('sheet a')).toHaveLength(2))
})
