import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UndoNotice, undoNoticeMs } from './undo-notice.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function show() {
  const onEnd = vi.fn()
  render(<UndoNotice count={2} onUndo={() => {}} onEnd={onEnd} />)
  return onEnd
}

test('stays ten seconds', () => {
  const onEnd = show()
  vi.advanceTimersByTime(undoNoticeMs - 1)
  expect(onEnd).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onEnd).toHaveBeenCalledOnce()
})

test('waits while the focus is in it', () => {
  const onEnd = show()
  const button = screen.getByRole('button', { name: 'Annuler' })
  fireEvent.focus(button)
  vi.advanceTimersByTime(undoNoticeMs * 3)
  expect(onEnd).not.toHaveBeenCalled()
  fireEvent.blur(button)
  vi.advanceTimersByTime(undoNoticeMs)
  expect(onEnd).toHaveBeenCalledOnce()
})

test('waits while the member points at it', () => {
  const onEnd = show()
  const notice = screen.getByText('2 designs supprimés')
  fireEvent.pointerOver(notice)
  vi.advanceTimersByTime(undoNoticeMs * 3)
  expect(onEnd).not.toHaveBeenCalled()
  fireEvent.pointerOut(notice)
  vi.advanceTimersByTime(undoNoticeMs)
  expect(onEnd).toHaveBeenCalledOnce()
})
