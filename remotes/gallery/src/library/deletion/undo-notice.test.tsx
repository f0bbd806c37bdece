import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { UndoNotice, undoNoticeMs } from './undo-notice.tsx'

beforeEach(() => void vi.useFakeTimers())

function show() {
  const onEnd = vi.fn()
  render(<UndoNotice count={2} onUndo={() => {}} onEnd={onEnd} />)
  return onEnd
}

const notice = () => screen.getByText('2 designs supprimés')

test('stays ten seconds', () => {
  const onEnd = show()
  vi.advanceTimersByTime(undoNoticeMs - 1)
  expect(onEnd).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onEnd).toHaveBeenCalledOnce()
})

test.each([
  {
    name: 'the focus is in it',
    begin: () => fireEvent.focus(screen.getByRole('button')),
    end: () => fireEvent.blur(screen.getByRole('button')),
  },
  {
    name: 'the member points at it',
    begin: () => fireEvent.pointerOver(notice()),
    end: () => fireEvent.pointerOut(notice()),
  },
])('waits while $name', ({ begin, end }) => {
  const onEnd = show()
  begin()
  vi.advanceTimersByTime(undoNoticeMs * 3)
  expect(onEnd).not.toHaveBeenCalled()
  end()
  vi.advanceTimersByTime(undoNoticeMs)
  expect(onEnd).toHaveBeenCalledOnce()
})
