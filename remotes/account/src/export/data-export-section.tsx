import {
  createExportLink,
  type DataExport,
  readExport,
  startExport,
} from '@encre/account-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { offerTakeBack } from '@encre/protocol/write-sentences'
import { call } from '@encre/remote-kit/call'
import { createWriteKeys } from '@encre/remote-kit/choose-repeat-key'
import { reportFailure, useQuery } from '@encre/remote-kit/use-query'
import { useWriter } from '@encre/remote-kit/use-writer'
import { Button } from '@encre/ui/button'
import { Notice, ProgressBar } from '@encre/ui/notice'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { exportMessages as messages, problemMessage } from '../messages.ts'
import page from '../page.module.css'

/** Prepares a ZIP of everything that the site stores of the member, and downloads it. */
export function DataExportSection({ shell }: { shell: ShellApi }) {
  const { state, action, retry, start, download, takeBack } = useDataExport(shell)
  const title = useRef<HTMLHeadingElement>(null)

  function handleStart() {
    // The button that has the focus disappears.
    title.current?.focus()
    void start()
  }

  return (
    <section className={page.section} aria-labelledby="data-export">
      <h2 ref={title} id="data-export" tabIndex={-1}>
        {messages.title}
      </h2>
      <p>{messages.explanation}</p>
      {action?.code && (
        <Notice
          kind="error"
          title={problemMessage(action.code)}
          lang="fr"
          button={offerTakeBack(action.code, takeBack)}
        />
      )}
      {state.status === 'failed' ? (
        <>
          <p>
            {messages.readFailed} <span lang="fr">{problemMessage(state.code)}</span>
          </p>
          <Button onClick={retry}>{messages.retry}</Button>
        </>
      ) : (
        <CurrentExport
          dataExport={state.status === 'loaded' ? state.value : null}
          isPending={action?.code === null}
          onStart={handleStart}
          onDownload={download}
        />
      )}
    </section>
  )
}

interface CurrentExportProps {
  dataExport: DataExport | null
  isPending: boolean
  onStart: () => void
  onDownload: () => void
}

function CurrentExport({ dataExport, isPending, onStart, onDownload }: CurrentExportProps) {
  switch (dataExport?.state) {
    case 'running':
      return <RunningExport dataExport={dataExport} />
    case 'ready':
      return (
        <>
          <Notice kind="success" title={messages.ready}>
            {messages.readyUntil(dataExport.expiresAt)}
          </Notice>
          <Button aria-disabled={isPending} onClick={() => isPending || onDownload()}>
            {messages.download(dataExport.bytes)}
          </Button>
        </>
      )
    case 'failed':
      return (
        <>
          <Notice kind="error" title={messages.failed}>
            {messages.failedHint}
          </Notice>
          <Button aria-disabled={isPending} onClick={() => isPending || onStart()}>
            {isPending ? messages.starting : messages.retry}
          </Button>
        </>
      )
    default:
      // `aria-disabled`: a disabled button would lose the focus.
      return (
        <Button
          aria-disabled={isPending || !dataExport}
          onClick={() => isPending || !dataExport || onStart()}
        >
          {isPending ? messages.starting : messages.start}
        </Button>
      )
  }
}

function RunningExport({ dataExport: { files, total } }: { dataExport: DataExport }) {
  return (
    <div className={page.progress}>
      <p>{messages.preparing}</p>
      <ProgressBar label={messages.preparing} value={files} total={total} />
      <p className={page.hint}>
        {messages.progress(files, total)} {messages.mayLeave}
      </p>
    </div>
  )
}

export const pollMs = 2000

/** `code`: why it failed. Null while it is under way. */
interface Action {
  code: string | null
}

/**
 * The member's data download: its state, which is read again while it runs, and what the member can
 * do with it.
 */
function useDataExport(shell: ShellApi) {
  const [action, setAction] = useState<Action | null>(null)
  const writer = useWriter()
  const [keys] = useState(createWriteKeys)
  const onWait = (code: string | null) => setAction({ code })
  const reading = useRef<AbortSignal>(null)
  const { state, retry, reload } = useQuery<DataExport>(shell, {
    key: 'export',
    read: async (signal) => {
      reading.current = signal
      try {
        return await call(shell, readExport, { signal })
      } finally {
        if (reading.current === signal) reading.current = null
      }
    },
    failureMessage: messages.readFailed,
  })
  const poll = useEffectEvent(reload)
  const isRunning = state.status === 'loaded' && state.value.state === 'running'

  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => {
      // A reload ends the request before it: on a slow network no answer would ever arrive.
      if (document.visibilityState === 'visible' && !reading.current) poll()
    }, pollMs)
    return () => clearInterval(timer)
  }, [isRunning])

  async function act(work: () => Promise<void>): Promise<void> {
    setAction({ code: null })
    try {
      await work()
      setAction(null)
    } catch (error) {
      const code = reportFailure(shell, error, messages.failed)
      setAction(code === null ? null : { code })
    }
  }

  return {
    state,
    action,
    retry,
    takeBack: () => writer.takeBack('export'),
    start: () =>
      act(async () => {
        await writer.write('export', { send: () => call(shell, startExport, {}), onWait })
        shell.announce(messages.preparing)
        reload()
      }),
    // The browser saves what the address answers, and stays on this page.
    download: () =>
      act(async () => {
        const key = keys.keyOf()
        const sent = writer.write('export', {
          send: () => call(shell, createExportLink, { key }),
          onWait,
        })
        sent.catch(keys.forgetRefused)
        const { url } = await sent
        keys.forget()
        location.assign(url)
      }),
  }
}
