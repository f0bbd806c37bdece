import { LoadFailure } from '@encre/ui/notice'
import { useEffect, useEffectEvent, useRef } from 'react'
import { problemMessage } from '../../messages.ts'
import type { KeptLinks } from '../studio/workshop.ts'
import { atelierMessages } from '../workbench/atelier-messages.ts'
import controls from '../workbench/controls.module.css'
import { linksMessages as text } from '../workbench/tool-messages.ts'
import { Bar } from '../workbench/workbench.tsx'

interface UnreadLinksProps {
  kept: KeptLinks
  optionsId: string
  /** Called when the member has asked again and the links are there: the pressed button is gone. */
  onRead: () => void
}

/** Stands in the place of links that could not be read, or not yet. */
export function UnreadLinks({ kept: { state, retry }, optionsId, onRead }: UnreadLinksProps) {
  const isAsked = useRef(false)
  const leave = useEffectEvent(() => {
    if (isAsked.current) onRead()
  })
  useEffect(() => () => leave(), [])

  function handleRetry() {
    isAsked.current = true
    retry()
  }

  return (
    <>
      {state.status === 'failed' ? (
        <LoadFailure
          title={text.loadFailed}
          reason={problemMessage(state.code)}
          retry={atelierMessages.retry}
          onRetry={handleRetry}
        />
      ) : (
        <p role="status" className={controls.note}>
          {text.loading}
        </p>
      )}
      <Bar optionsId={optionsId}>{null}</Bar>
    </>
  )
}
