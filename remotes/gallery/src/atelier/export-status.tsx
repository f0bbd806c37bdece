import { Button } from '@encre/ui/button'
import { Notice } from '@encre/ui/notice'
import { typeset } from '@encre/ui/typeset'
import { atelierMessages as text } from './atelier-messages.ts'
import controls from './controls.module.css'
import type { ExportState } from './use-export.ts'

/** Says that a file takes long, waits to be shared, or failed. */
export function ExportStatus({ state, onCancel }: { state: ExportState; onCancel: () => void }) {
  if (state.status === 'failed') return <Notice kind="error" title={text.fileFailed} />
  if (state.status === 'ready') return <p className={controls.line}>{typeset(text.shareAgain)}</p>
  if (state.status !== 'slow') return null
  return (
    <div className={controls.row} role="status">
      <span className={controls.line}>{text.writing}</span>
      <Button variant="quiet" onClick={onCancel}>
        {text.cancel}
      </Button>
    </div>
  )
}
