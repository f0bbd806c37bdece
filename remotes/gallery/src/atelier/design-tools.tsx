import type { AtelierSettings, Design, ListedDesign } from '@encre/gallery-worker/contract'
import { inkSizeMm } from '@encre/protocol/ink-size'
import type { ShellApi } from '@encre/protocol/shell-api'
import { Button, ButtonLink } from '@encre/ui/button'
import { Notice } from '@encre/ui/notice'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { problemMessage } from '../messages.ts'
import { AgeingView } from './ageing-view.tsx'
import { atelierMessages as text } from './atelier-messages.ts'
import styles from './atelier-page.module.css'
import type { View } from './atelier-path.ts'
import { CalqueView } from './calque-view.tsx'
import { CardView } from './card-view.tsx'
import controls from './controls.module.css'
import { DesignDetails } from './design-details.tsx'
import { isRetryable, type OpenedStudio, openStudio, type StudioFailure } from './open-studio.ts'
import { readPicture } from './picture.ts'
import { SkinView } from './skin-view.tsx'
import { type Saving, useSettings } from './use-settings.ts'
import { finenessOf, renderingOf, sidesOf, type Workshop } from './workshop.ts'

interface DesignToolsProps {
  shell: ShellApi
  design: ListedDesign
  initialSettings: AtelierSettings
  view: View
}

/** The four tools of a loaded design. They share one worker and one set of settings, so that a change of tool keeps both. */
export function DesignTools({ shell, design, initialSettings, view }: DesignToolsProps) {
  const { settings, saving, change, retry: saveAgain } = useSettings(shell, design.id, initialSettings)
  const { state, retry } = useStudio(shell, design, settings.keepsFrame === true)
  const sizeMm = inkSizeMm({ ...design, sizeMm: settings.sizeMm })
  const savingLine = <SavingLine saving={saving} onRetry={saveAgain} />
  // On a phone the links stand between the notes and the end of the tool.
  const isBesideNotes = view === 'fiche' && state.status === 'ready'

  return (
    <>
      {state.status === 'opening' && (
        <p className={styles.status} role="status">
          {text.opening}
        </p>
      )}
      {state.status === 'failed' && <StudioNotice reason={state.reason} imageUrl={design.imageUrl} onRetry={retry} />}
      {state.status === 'ready' && (
        <Tool
          view={view}
          savingLine={savingLine}
          workshop={{
            shell,
            design,
            client: state.client,
            sizeMm,
            size: sidesOf(sizeMm, state.aspect),
            rendering: renderingOf(settings) ?? state.first.rendering,
            fineness: finenessOf(settings) ?? state.first.fineness,
            frame: state.hasFrame ? (settings.keepsFrame ? 'kept' : 'ignored') : null,
            notes: settings.notes,
            onChange: change,
          }}
        />
      )}
      {!isBesideNotes && savingLine}
      <DesignDetails design={design} />
    </>
  )
}

function Tool({ view, workshop, savingLine }: { view: View; workshop: Workshop; savingLine: ReactNode }) {
  switch (view) {
    case 'vieillissement':
      return <AgeingView workshop={workshop} />
    case 'peau':
      return <SkinView workshop={workshop} />
    case 'fiche':
      return <CardView workshop={workshop} savingLine={savingLine} />
    case 'calque':
      return <CalqueView workshop={workshop} />
  }
}

function StudioNotice({ reason, imageUrl, onRetry }: { reason: StudioFailure; imageUrl: string; onRetry: () => void }) {
  return (
    <div className={styles.failure}>
      <Notice kind="error" title={text.studioFailures[reason]} />
      {isRetryable(reason) ? (
        <Button onClick={onRetry}>{text.retry}</Button>
      ) : (
        reason !== 'gone' && (
          <ButtonLink href={imageUrl} target="_blank" rel="noopener">
            {text.openImage}
          </ButtonLink>
        )
      )}
    </div>
  )
}

/** Whether the settings are kept with the design. */
function SavingLine({ saving, onRetry }: { saving: Saving; onRetry: () => void }) {
  if (saving.status === 'failed') {
    return (
      <div className={styles.failure}>
        <Notice kind="error" title={text.saveFailed}>
          <p>
            {problemMessage(saving.code)} {text.keptHere}
          </p>
        </Notice>
        <Button onClick={onRetry}>{text.retry}</Button>
      </div>
    )
  }
  return (
    <p className={controls.note} role="status">
      {saving.status === 'saved' && text.saved}
      {saving.status === 'pending' && text.saving}
      {'\u00a0'}
    </p>
  )
}

type StudioState = { status: 'opening' } | { status: 'failed'; reason: 'failed' } | OpenedStudio

/** Decodes the design's image and opens it in a worker, which ends with the page. */
function useStudio(shell: ShellApi, design: Design, keepsFrame: boolean) {
  const [opened, setOpened] = useState<{ key: string; state: StudioState } | null>(null)
  const [tries, setTries] = useState(0)
  const key = `${design.id} ${keepsFrame} ${tries}`
  const report = useEffectEvent((error: unknown) =>
    shell.report(new Error('the design could not be opened in the atelier', { cause: error })),
  )
  const open = useEffectEvent((signal: AbortSignal) =>
    openStudio({ style: design.style, keepsFrame, read: () => readPicture(design.imageUrl, signal) }, signal),
  )

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    open(signal)
      .catch((error: unknown): StudioState => {
        if (!signal.aborted) report(error)
        return { status: 'failed', reason: 'failed' }
      })
      .then((state) => signal.aborted || setOpened({ key, state }))
    return () => controller.abort()
  }, [key])

  const state: StudioState = opened?.key === key ? opened.state : { status: 'opening' }
  return { state, retry: () => setTries(tries + 1) }
}
