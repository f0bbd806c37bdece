import { createTestShell } from '@encre/remote-kit/testing'
import { act, render, renderHook, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { fileNameOf } from './save-file.ts'
import { ExportStatus, useExport } from './use-export.tsx'

const pdf = new File(['%PDF-'], 'encre-loup-calque.pdf', { type: 'application/pdf' })
const share = vi.fn<(data: ShareData) => Promise<void>>()

beforeEach(() => {
  share.mockReset()
  vi.stubGlobal('navigator', { share })
})

function open() {
  const shell = createTestShell()
  const hook = renderHook(({ content }) => useExport(shell, content), {
    initialProps: { content: '8 cm' },
  })
  return { shell, ...hook }
}

/** Prepares a file for so long that the browser wants another touch. */
async function prepare({ result }: ReturnType<typeof open>) {
  share.mockRejectedValueOnce(new DOMException('a touch is needed', 'NotAllowedError'))
  await act(() => result.current.run(async () => pdf, 'share'))
}

test('a file that waits for another touch is shared by it', async () => {
  const opened = open()
  await prepare(opened)
  const { state } = opened.result.current
  expect(state).toMatchObject({ status: 'ready', file: pdf })
  share.mockResolvedValueOnce()
  await act(async () => state.status === 'ready' && opened.result.current.share(state.file))
  expect(share).toHaveBeenLastCalledWith({ files: [pdf], title: pdf.name })
  expect(opened.result.current.state.status).toBe('idle')
})

test('a file that waits is dropped once it would have another content', async () => {
  const opened = open()
  await prepare(opened)
  opened.rerender({ content: '12 cm' })
  expect(opened.result.current.state.status).toBe('idle')
})

test('a saved file is named on the page until its content changes', async () => {
  const opened = open()
  await act(() => opened.result.current.run(async () => pdf))
  render(<ExportStatus {...opened.result.current} />)
  expect(screen.getByText('PDF enregistré')).toBeDefined()
  opened.rerender({ content: '12 cm' })
  expect(opened.result.current.state.status).toBe('idle')
})

describe('a lettering', () => {
  const letters = { words: 'Louis', isRead: false, onRead: vi.fn(), settings: null }
  const shown = { content: '8 cm', letters }
  const changes = [
    { change: 'other words', next: { ...shown, letters: { ...letters, words: 'Louise' } } },
    { change: 'another size', next: { ...shown, content: '12 cm' } },
  ]
  const openLetters = (initialProps: typeof shown) =>
    renderHook(({ content, letters }) => useExport(createTestShell(), content, letters), {
      initialProps,
    })

  test.each(changes)(
    'is to be read again before its first file, anew with $change',
    async ({ next }) => {
      const { result, rerender } = openLetters(shown)
      await act(() => result.current.run(async () => pdf))
      render(<ExportStatus {...result.current} />)
      expect(screen.getByRole('button', { name: 'J’ai relu chaque lettre' })).toBeDefined()
      rerender(next)
      expect(result.current.state.status).toBe('idle')
      await act(() => result.current.run(async () => pdf))
      expect(result.current.state).toMatchObject({ status: 'unread', words: next.letters.words })
    },
  )

  test.each(changes)('with $change, a file that waits is dropped', async ({ next }) => {
    const { result, rerender } = openLetters({ ...shown, letters: { ...letters, isRead: true } })
    share.mockRejectedValueOnce(new DOMException('a touch is needed', 'NotAllowedError'))
    await act(() => result.current.run(async () => pdf, 'share'))
    expect(result.current.state.status).toBe('ready')
    rerender(next)
    expect(result.current.state.status).toBe('idle')
  })
})

test.each([
  {
    name: 'a file that cannot be shared is a failure, and is reported',
    error: 'DataError',
    status: 'failed',
    reports: 1,
  },
  {
    name: 'a second touch while the first one still shares is no failure',
    error: 'InvalidStateError',
    status: 'idle',
    reports: 0,
  },
])('$name', async ({ error, status, reports }) => {
  const opened = open()
  await prepare(opened)
  share.mockRejectedValueOnce(new DOMException('refused', error))
  await act(async () => opened.result.current.share(pdf))
  expect(opened.result.current.state.status).toBe(status)
  expect(opened.shell.report).toHaveBeenCalledTimes(reports)
})

test.each([
  { subject: 'Cœur d’été', name: 'encre-coeur-d-ete-calque.pdf' },
  { subject: '  Une carpe KOÏ !  ', name: 'encre-une-carpe-koi-calque.pdf' },
  { subject: '狼 🐺', name: 'encre-calque.pdf' },
  { subject: '../../etc/passwd', name: 'encre-etc-passwd-calque.pdf' },
])('$subject is saved as $name', ({ subject, name }) => {
  expect(fileNameOf(subject, 'calque.pdf')).toBe(name)
})
