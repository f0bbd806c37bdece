import { createTestShell } from '@encre/remote-kit/testing'
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { PictureError } from '../studio/picture.ts'
import { usePhoto } from './photo-input.tsx'

const picture = vi.hoisted(() => ({ drawReduced: vi.fn<() => Promise<HTMLCanvasElement>>() }))
vi.mock('../studio/picture.ts', async (original) => ({
  ...(await original<typeof import('../studio/picture.ts')>()),
  ...picture,
}))

const file = (name: string) => new File(['bytes'], name, { type: 'image/jpeg' })
const canvas = () => document.createElement('canvas')

beforeEach(() => void picture.drawReduced.mockReset())

test('a photo that cannot be read leaves the one before', async () => {
  const shell = createTestShell()
  const { result } = renderHook(() => usePhoto(shell))
  const arm = canvas()
  picture.drawReduced.mockResolvedValueOnce(arm)
  await act(() => result.current.read(file('bras.jpg')))
  expect(result.current).toMatchObject({ photo: { canvas: arm }, status: 'idle' })

  picture.drawReduced.mockRejectedValueOnce(new PictureError('unreadable'))
  await act(() => result.current.read(file('bras.heic')))
  expect(result.current).toMatchObject({ photo: { canvas: arm }, status: 'unreadable' })
  expect(shell.report).not.toHaveBeenCalled()
})

test('of two files chosen in a row, the last one counts', async () => {
  const { result } = renderHook(() => usePhoto(createTestShell()))
  const { promise, resolve } = Promise.withResolvers<HTMLCanvasElement>()
  const slow = canvas()
  const fast = canvas()
  picture.drawReduced.mockReturnValueOnce(promise).mockResolvedValueOnce(fast)
  await act(async () => {
    const first = result.current.read(file('lent.jpg'))
    await result.current.read(file('rapide.jpg'))
    resolve(slow)
    await first
  })
  expect(result.current.photo?.canvas).toBe(fast)
})
