import { Button } from '@encre/ui/button'
import { Notice } from '@encre/ui/notice'
import { typeset } from '@encre/ui/typeset'
import { atelierMessages as text } from './atelier-messages.ts'
import controls from './controls.module.css'
import { canShareFiles } from './save-file.ts'
import type { useExport } from './use-export.ts'

type Export = ReturnType<typeof useExport>

/** Says that a file takes long, waits to be shared, or failed. */
export function ExportStatus({ state, cancel }: Pick<Export, 'state' | 'cancel'>) {
  if (state.status === 'failed') return <Notice kind="error" title={text.fileFailed} />
  if (state.status === 'ready') return <p className={controls.line}>{typeset(text.shareAgain)}</p>
  if (state.status !== 'slow') return null
  return (
    <div className={controls.row} role="status">
      <span className={controls.line}>{text.writing}</span>
      <Button variant="quiet" onClick={cancel}>
        {text.cancel}
      </Button>
    </div>
  )
}

interface ShareOrDownloadProps {
  exporting: Export
  /** Makes a PDF. */
  make: (signal: AbortSignal) => Promise<File>
  disabled: boolean
  /** Shown under the button that shares. */
  hint?: string
  /** The name of the button that downloads. */
  download: string
}

/** The buttons that hand a PDF over: to other apps first on a phone or tablet, else to the downloads. */
export function ShareOrDownload({ exporting: { state, run, share }, make, disabled, hint, download }: ShareOrDownloadProps) {
  const canShare = canShareFiles('application/pdf')
  return (
    <>
      {canShare && (
        <>
          <Button variant="primary" disabled={disabled} onClick={() => (state.status === 'ready' ? share(state.file) : run(make, 'share'))}>
            {text.share}
          </Button>
          {hint && <p className={controls.note}>{hint}</p>}
        </>
      )}
      <Button variant={canShare ? 'secondary' : 'primary'} disabled={disabled} onClick={() => run(make)}>
        {download}
      </Button>
    </>
  )
}
