import type { AtelierSettings, ListedDesign } from '@encre/gallery-worker/contract'
import { inkSizeMm } from '@encre/protocol/ink-size'
import type { ShellApi } from '@encre/protocol/shell-api'
import { lazyPart } from '@encre/remote-kit/pages'
import type { Stroke } from '@encre/stencil/corrections'
import { Button, ButtonLink } from '@encre/ui/button'
import { Notice } from '@encre/ui/notice'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { problemMessage } from '../messages.ts'
import { atelierMessages as text } from './atelier-messages.ts'
import styles from './atelier-page.module.css'
import { type View, views } from './atelier-path.ts'
import controls from './controls.module.css'
import { DesignDetails } from './design-details.tsx'
import { isRetryable, type OpenedStudio, openStudio, type StudioFailure } from './open-studio.ts'
import { readPicture } from './picture.ts'
import { withCorrections } from './studio-client.ts'
import { type Saving, useSettings } from './use-settings.ts'
import { finenessOf, renderingOf, sidesOf, type Workshop } from './workshop.ts'

// One chunk for the pages of a design and of a drawing. It loads beside the design.
const [Tool, preloadTool] = lazyPart(async () => (await import('./tool.tsx')).Tool)
preloadTool().catch(() => {})

interface DesignToolsProps {
  shell: ShellApi
  design: ListedDesign
  initialSettings: AtelierSettings
  view: View
}

/** The four tools of a loaded design. Their settings are kept with it. */
export function DesignTools({ shell, design, initialSettings, view }: DesignToolsProps) {
  const { settings, saving, change, retry } = useSettings(shell, design.id, initialSettings)
  const picture = { key: design.id, read: (signal: AbortSignal) => readPicture(design.imageUrl, signal) }
  const savingLine = <SavingLine saving={saving} onRetry={retry} />
  return (
    <>
      <Tools isKept {...{ shell, design, settings, view, picture, savingLine }} onChange={change} />
      <DesignDetails design={design} />
    </>
  )
}

interface ToolsProps extends Pick<Workshop, 'shell' | 'design' | 'isKept' | 'onChange'> {
  settings: AtelierSettings
  view: View
  /** A new key reads the pixels again. */
  picture: { key: string; read: (signal: AbortSignal) => Promise<ImageData> }
  /** Whether the settings are kept. */
  savingLine: ReactNode
}

const noStrokes: Stroke[] = []

/** The four tools. They share one worker and one set of settings, so that a change of tool keeps both. */
export function Tools({ shell, design, isKept, settings, view, picture, savingLine, onChange }: ToolsProps) {
  const { state, retry } = useStudio(shell, design.style, picture, settings.keepsFrame === true)
  const sizeMm = inkSizeMm({ ...design, sizeMm: settings.sizeMm })
  const strokes = settings.corrections ?? noStrokes
  const client = state.status === 'ready' ? state.client : null
  const corrected = useMemo(() => client && withCorrections(client, strokes), [client, strokes])
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
        <Suspense fallback={<p className={styles.status}>{text.opening}</p>}>
          <Tool
            view={view}
            savingLine={savingLine}
            workshop={{
              ...{ shell, design, isKept, sizeMm, onChange },
              ...{ client: corrected ?? state.client, strokes },
              size: sidesOf(sizeMm, state.aspect),
              rendering: renderingOf(settings) ?? state.first.rendering,
              fineness: finenessOf(settings) ?? state.first.fineness,
              frame: state.hasFrame ? (settings.keepsFrame ? 'kept' : 'ignored') : null,
              notes: settings.notes,
            }}
          />
        </Suspense>
      )}
      {!isBesideNotes && savingLine}
    </>
  )
}

/** The links to the four tools. */
export function Tabs({ view, hrefOf }: { view: View; hrefOf: (view: View) => string }) {
  return (
    <nav className={styles.tabs} aria-label={text.tabs}>
      {views.map((each) => (
        <a key={each} className={styles.tab} href={hrefOf(each)} aria-current={each === view ? 'page' : undefined}>
          {text.views[each]}
        </a>
      ))}
    </nav>
  )
}

function StudioNotice({ reason, imageUrl, onRetry }: { reason: StudioFailure; imageUrl: string; onRetry: () => void }) {
  return (
    <div className={styles.failure}>
      <Notice kind="error" title={text.studioFailures[reason]} />
      {isRetryable(reason) ? (
        <Button onClick={onRetry}>{text.retry}</Button>
      ) : (
        reason !== 'gone' &&
        imageUrl && (
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

/** Decodes a picture and opens it in a worker, which ends with the page. */
function useStudio(shell: ShellApi, style: string, picture: ToolsProps['picture'], keepsFrame: boolean) {
  const [opened, setOpened] = useState<{ key: string; state: StudioState } | null>(null)
  const [tries, setTries] = useState(0)
  const key = `${picture.key} ${keepsFrame} ${tries}`
  const report = useEffectEvent((error: unknown) =>
    shell.report(new Error('the design could not be opened in the atelier', { cause: error })),
  )
  const open = useEffectEvent((signal: AbortSignal) => openStudio({ style, keepsFrame, read: picture.read }, signal))

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
