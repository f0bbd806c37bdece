import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ApartLine } from './clean-lines.tsx'

test('where lines would touch, one press takes the size at which they stay apart', async () => {
  const onChange = vi.fn()
  const at = (sizeMm: number, apartMm: number | null) => (
    <ApartLine workshop={{ sizeMm, onChange }} apartMm={apartMm} />
  )
  const { rerender } = render(at(80, 110))
  expect(screen.getByRole('status').textContent).toBe('À 8\u00a0cm, des traits se toucheraient')
  await userEvent.click(screen.getByRole('button', { name: 'Prendre 11\u00a0cm' }))
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ sizeMm: 110 })
  // Taken, and not drawn again yet.
  rerender(at(110, 110))
  expect(screen.queryByRole('status')).toBeNull()
  rerender(at(80, null))
  expect(screen.queryByRole('status')).toBeNull()
  // Larger than any stencil.
  rerender(at(80, 1200))
  expect(screen.getByRole('status').textContent).toContain('se toucheraient')
  expect(screen.queryByRole('button')).toBeNull()
})
