import type { ShellApi } from '@encre/protocol/shell-api'
import { Button } from '@encre/ui/button'
import { Notice } from '@encre/ui/notice'
import { typeset } from '@encre/ui/typeset'
import { useEffect, useRef, useState } from 'react'
import { slowMs } from '../studio/studio-client.ts'
import { useUnchanged } from '../studio/use-unchanged.ts'
import type { Workshop } from '../studio/workshop.ts'
import { atelierMessages as text } from './atelier-messages.ts'
import controls from './controls.module.css'
import { canShareFiles, openFile, saveFile, shareFile } from './save-file.ts'

/**
 * `slow`: the file takes longer than `slowMs`. `ready`: the browser shares the prepared file only
 * after another touch.
 */
type ExportState =
  | { status: 'idle' | 'slow' | 'failed' }
  | { status: 'saved'; name: string; content: unknown }
  | { status: 'ready'; file: File; content: unknown }
  /** The words are to be read again first. */
  | { status: 'unread'; words: string; content: unknown; resume: () => void }

type MakeFile = (signal: AbortSignal) => Promise<File>
type HandOver = 'save' | 'share' | 'print'

/**
 * One file at a time, the first of a lettering once its words are read again. `settings` describes
 * its data: when they or the words change, a file or a question that waits is dropped.
 */
export function useExport(shell: ShellApi, settings?: unknown, letters?: Workshop['letters']) {
  const content = useUnchanged([settings, letters?.words])
  const [state, setState] = useState<ExportState>({ status: 'idle' })
  const running = useRef<AbortController>(null)
  useEffect(() => cancel, [])

  async function run(make: MakeFile, handOver: HandOver = 'save') {
    if (!letters || letters.isRead) return write(make, handOver)
    const resume = () => {
      letters.onRead()
      void write(make, handOver)
    }
    setState({ status: 'unread', words: letters.words, content, resume })
  }

  async function write(make: MakeFile, handOver: HandOver) {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    setState({ status: 'idle' })
    const timer = setTimeout(() => signal.aborted || setState({ status: 'slow' }), slowMs)
    try {
      const file = await make(signal)
      if (handOver === 'share') await handToApps(file)
      else {
        if (handOver !== 'print' || !openFile(file)) saveFile(file)
        setState({ status: 'saved', name: file.name, content })
        shell.announce(text.savedAs(file.name))
      }
    } catch (error) {
      if (!signal.aborted) fail(error)
    } finally {
      clearTimeout(timer)
    }
  }

  async function handToApps(file: File) {
    const outcome = await shareFile(file)
    setState(outcome === 'blocked' ? { status: 'ready', file, content } : { status: 'idle' })
  }

  async function share(file: File) {
    await handToApps(file).catch(fail)
  }

  function fail(error: unknown) {
    shell.report(new Error('a file of the atelier could not be made or shared', { cause: error }))
    setState({ status: 'failed' })
  }

  function cancel() {
    running.current?.abort()
    setState({ status: 'idle' })
  }

  const isOld = 'content' in state && state.content !== content
  const shown: ExportState = isOld ? { status: 'idle' } : state
  return { state: shown, run, share, cancel }
}

type Export = ReturnType<typeof useExport>

export function ExportStatus({ state, cancel }: Pick<Export, 'state' | 'cancel'>) {
  if (state.status === 'failed') return <Notice kind="error" title={text.fileFailed} />
  if (state.status === 'saved') return <div>{text.savedAs(state.name)}</div>
  if (state.status === 'ready') return <div>{typeset(text.shareAgain)}</div>
  if (state.status === 'unread') {
    return (
      <div className={controls.group} role="alert">
        <p className={controls.label}>{text.readAgain}</p>
        <p className={controls.letters}>{state.words}</p>
        <Button variant="primary" onClick={state.resume}>
          {text.haveRead}
        </Button>
      </div>
    )
  }
  if (state.status !== 'slow') return null
  return (
    <div className={controls.row} role="status">
      {text.writing}
      <Button variant="quiet" onClick={cancel}>
        {text.cancel}
      </Button>
    </div>
  )
}

/** The words of a lettering in plain type, beside its drawing. */
export function ReadAgain({ words, isRead, onRead }: NonNullable<Workshop['letters']>) {
  return (
    <section className={controls.group} aria-label={text.readAgain}>
      <p className={controls.note}>{text.readAgain}</p>
      <p className={controls.letters} translate="no">
        {words}
      </p>
      <label className={controls.check}>
        <input type="checkbox" checked={isRead} disabled={isRead} onChange={onRead} />
        {text.haveRead}
      </label>
    </section>
  )
}

interface ShareButtonProps {
  exporting: Export
  make: (signal: AbortSignal) => Promise<File>
  disabled: boolean
}

/** Hands a PDF to other apps, on a phone or tablet that can. */
export function ShareButton({
  exporting: { state, run, share },
  make,
  disabled,
}: ShareButtonProps) {
  if (!canShareFiles('application/pdf')) return null
  return (
    <Button
      disabled={disabled}
      onClick={() => (state.status === 'ready' ? share(state.file) : run(make, 'share'))}
    >
      {text.share}
    </Button>
  )
}
