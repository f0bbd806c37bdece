import type {
  AtelierSettings,
  AtelierSettingsChange,
  ListedDesign,
} from '@encre/gallery-worker/contract'
import { colourNames } from '@encre/picture/colour-names'
import { describeChoices } from '@encre/protocol/catalogue'
import { inkSizeMm } from '@encre/protocol/ink-size'
import { variationPath } from '@encre/protocol/links'
import { originLine } from '@encre/protocol/origin'
import type { ShellApi } from '@encre/protocol/shell-api'
import { outcomeTitle } from '@encre/protocol/write-sentences'
import { isOffline, useBrowser } from '@encre/remote-kit/use-browser'
import type { Stroke } from '@encre/stencil/strokes'
import { Button, ButtonLink } from '@encre/ui/button'
import { FullPrompt } from '@encre/ui/design-parts'
import { lazyPart } from '@encre/ui/lazy-part'
import { LoadFailure, Notice } from '@encre/ui/notice'
import segments from '@encre/ui/segmented-control.module.css'
import { typeset } from '@encre/ui/typeset'
import {
  type ComponentType,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from 'react'
import { type View, views } from '../../atelier-path.ts'
import { messages, problemMessage } from '../../messages.ts'
import { ParentLine } from '../../parent-line.tsx'
import { useCrop } from '../calque/use-crop.ts'
import {
  isRetryable,
  type OpenedStudio,
  type Opening,
  openingOf,
  openStudio,
  type StudioFailure,
} from '../studio/open-studio.ts'
import { readPicture } from '../studio/picture.ts'
import { type StudioClient, withCorrections } from '../studio/studio-client.ts'
import { type Saving, useSettings } from '../studio/use-settings.ts'
import { resultOf, useTask } from '../studio/use-task.ts'
import { useUnchanged } from '../studio/use-unchanged.ts'
import {
  aroundOf,
  choiceOf,
  cleanLinesOf,
  formerMmOf,
  notesOf,
  sidesOf,
  toStrokesOf,
  type Workshop,
} from '../studio/workshop.ts'
import { formatDate, atelierMessages as text } from '../workbench/atelier-messages.ts'
import styles from '../workbench/atelier-page.module.css'
import controls from '../workbench/controls.module.css'
import { Facts, ImageLink } from '../workbench/fields.tsx'
import { fileNameOf } from '../workbench/save-file.ts'
import { Waiting } from '../workbench/workbench.tsx'

// One chunk for the pages of a design and of a drawing. It loads beside the design.
const [Tool, preloadTool] = lazyPart(async () => (await import('./tool.tsx')).Tool)
preloadTool().catch(() => {})
const [CropTool] = lazyPart(async () => (await import('./tool.tsx')).CropTool)

interface DesignToolsProps {
  shell: ShellApi
  design: ListedDesign
  /** What the page's query knows of them. */
  loadedSettings: AtelierSettings
  kept: Workshop['kept']
  view: View
  /** The tools of a lettering. Its children are those of its image, for a face that is not known. */
  Words?: ComponentType<WordsProps> | undefined
}

export interface WordsProps extends Omit<ToolsProps, 'picture'> {
  children: ReactNode
}

export function DesignTools({
  shell,
  design,
  loadedSettings,
  kept,
  view,
  Words,
}: DesignToolsProps) {
  const { settings, saving, otherNotes, store } = useSettings(shell, design.id, loadedSettings)
  const picture = {
    key: design.id,
    read: (signal: AbortSignal) => readPicture(design.imageUrl, signal),
  }
  const shared = {
    shell,
    design,
    kept,
    settings,
    view,
    savingLine: (
      <>
        {otherNotes !== null && (
          <NotesConflict
            mine={settings.notes}
            theirs={otherNotes}
            onKeep={(notes) => store.keepNotes(notes)}
          />
        )}
        <SavingLine saving={saving} onRetry={() => void store.save()} />
      </>
    ),
    onChange: (part: AtelierSettingsChange) => store.change(part),
  }
  const tools = <Tools {...shared} picture={picture} />
  return (
    <>
      {settings.lettering && Words ? (
        <Suspense fallback={null}>
          <Words {...shared}>{tools}</Words>
        </Suspense>
      ) : (
        tools
      )}
      {view === 'fiche' && <DesignDetails design={design} />}
    </>
  )
}

interface ToolsProps
  extends Pick<Workshop, 'shell' | 'design' | 'kept' | 'onChange' | 'savingLine'> {
  settings: AtelierSettings
  view: View
  /** A new key reads the pixels again. */
  picture: {
    key: string
    read: (signal: AbortSignal) => Promise<ImageData>
    /** Turns white lines into black ones. Absent for a kept design, whose picture stays. */
    invert?: () => void
  }
}

const noStrokes: Stroke[] = []

/**
 * The four tools. They share one worker and one set of settings, so that a change of tool keeps
 * both.
 */
export function Tools({ settings, view, picture, ...shared }: ToolsProps) {
  const { shell, design, savingLine, onChange } = shared
  const { state, retry } = useStudio(shell, design.style, picture, openingOf(settings))
  const opened = state.status === 'ready' ? state : null
  const { read } = picture
  const cropping = useCrop({ style: design.style, settings, read, opened, onChange })
  const strokes = settings.corrections ?? noStrokes
  const client = opened?.client ?? null
  const corrected = useMemo(() => client && withCorrections(client, strokes), [client, strokes])

  const waiting = (
    <Waiting imageUrl={design.imageUrl} isViolet={view === 'calque'}>
      {text.opening}
    </Waiting>
  )

  if (cropping.isOpen && view === 'calque') {
    return (
      <Suspense fallback={waiting}>
        <CropTool
          read={picture.read}
          crop={cropping.crop}
          onApply={cropping.apply}
          onLeave={() => cropping.setOpen(false)}
        />
      </Suspense>
    )
  }
  const openCrop = () => cropping.setOpen(true)
  if (state.status === 'ready') {
    return (
      <OpenTools
        {...shared}
        view={view}
        settings={settings}
        opened={state}
        client={corrected ?? state.client}
        waiting={waiting}
        onCrop={openCrop}
        onChange={cropping.change}
      />
    )
  }
  return (
    <>
      {state.status === 'opening' ? (
        waiting
      ) : (
        <StudioNotice
          reason={state.reason}
          imageUrl={design.imageUrl}
          onRetry={retry}
          onCrop={view === 'calque' ? openCrop : null}
          onInvert={picture.invert}
        />
      )}
      {savingLine}
    </>
  )
}

interface OpenToolsProps extends Omit<ToolsProps, 'picture'> {
  opened: Extract<OpenedStudio, { status: 'ready' }>
  client: StudioClient
  waiting: ReactNode
  onCrop: () => void
}

/** The tools at the size of the stencil, which is known once it is drawn. */
function OpenTools(props: OpenToolsProps) {
  const { settings, view, opened, client, waiting, onCrop, ...shared } = props
  const sizeMm = inkSizeMm({ ...shared.design, sizeMm: settings.sizeMm })
  const choice = choiceOf(settings, opened.first, { style: shared.design.style, sizeMm })
  const placing = useTask(client, { type: 'place', ...choice })
  const placed = resultOf(placing, 'placed')
  if (!placed) {
    const hasFailed = placing.result?.type === 'failed'
    return hasFailed ? <Notice kind="error" title={text.studioFailures.failed} /> : waiting
  }
  const { place, touchesEdge, isLone } = placed
  const workshop: Workshop = {
    ...shared,
    sizeMm,
    strokes: settings.corrections ?? noStrokes,
    ...notesOf(settings),
    client,
    size: sidesOf(sizeMm, place),
    toStrokes: toStrokesOf(sizeMm, place, opened.frame),
    formerMm: formerMmOf(settings, place, opened.frame),
    around: aroundOf(opened, place),
    choice,
    cleanLines: cleanLinesOf(settings, shared.design.style),
    crop: { touchesEdge, isLone, open: onCrop },
  }
  return (
    <Suspense fallback={waiting}>
      <Tool view={view} workshop={workshop} />
    </Suspense>
  )
}

interface TabsProps {
  view: View
  /** How many answers of the artist are new: the last tab shows them. */
  news?: number
  hrefOf: (view: View) => string
}

export function Tabs({ view, news = 0, hrefOf }: TabsProps) {
  return (
    <nav className={styles.tabs} aria-label={text.tabs}>
      {views.map((each) => (
        <a
          key={each}
          className={segments.choice}
          href={hrefOf(each)}
          aria-current={each === view ? 'page' : undefined}
        >
          {text.views[each]}
          {each === 'fiche' && news > 0 && (
            <strong className={styles.news}>{text.newAnswers(news)}</strong>
          )}
        </a>
      ))}
    </nav>
  )
}

function DesignDetails({ design }: { design: ListedDesign }) {
  const number = design.number === undefined ? null : typeset(messages.number(design.number))
  const choices = [describeChoices(design), ...colourNames(design.colors)].join(' · ')
  return (
    <section className={controls.section} aria-labelledby="design-details">
      <h2 id="design-details" className={controls.label}>
        {text.details}
      </h2>
      <Facts
        facts={[
          [text.number, number],
          [text.choices, choices],
          [text.date, formatDate(design.createdAt)],
          [text.origin, originLine(design.origin)],
        ]}
      />
      <ParentLine design={design} verb="Issu" />
      {design.prompt && <FullPrompt label={messages.fullPrompt} prompt={design.prompt} />}
      <div className={controls.buttons}>
        <ButtonLink href={variationPath({ designId: design.id, asReference: true })}>
          {messages.moreLikeThis}
        </ButtonLink>
        <ButtonLink href={variationPath({ designId: design.id, asReference: false })}>
          {messages.reusePrompt}
        </ButtonLink>
        <ButtonLink href={design.imageUrl} download={fileNameOf(design.subject, 'original')}>
          {typeset(text.downloadOriginal)}
        </ButtonLink>
        <ImageLink imageUrl={design.imageUrl} />
      </div>
    </section>
  )
}

interface StudioNoticeProps {
  reason: StudioFailure
  imageUrl?: string
  onRetry: () => void
  onCrop?: (() => void) | null
  onInvert?: (() => void) | undefined
}

const drawnFailures: readonly StudioFailure[] = ['blank', 'black', 'lineless', 'tiny']

export function StudioNotice({ reason, imageUrl, onRetry, onCrop, onInvert }: StudioNoticeProps) {
  if (isRetryable(reason)) {
    return (
      <LoadFailure
        title={text.studioFailures[reason]}
        reason=""
        retry={text.retry}
        onRetry={onRetry}
      />
    )
  }
  return (
    <div className={controls.group}>
      <Notice kind="error" title={text.studioFailures[reason]} />
      <div className={controls.buttons}>
        {onInvert && (reason === 'blank' || reason === 'black') && (
          <Button variant="primary" onClick={onInvert}>
            {text.invert}
          </Button>
        )}
        {onCrop && drawnFailures.includes(reason) && <Button onClick={onCrop}>{text.crop}</Button>}
        {reason !== 'gone' && imageUrl && <ImageLink imageUrl={imageUrl} />}
      </div>
    </div>
  )
}

interface NotesConflictProps {
  mine: string
  theirs: string
  onKeep: (notes: string) => void
}

/** Two tabs have changed the notes. The member's own are in their field. */
function NotesConflict({ mine, theirs, onKeep }: NotesConflictProps) {
  return (
    <Notice kind="error" title={text.otherNotes}>
      <blockquote>{theirs || text.noOtherNotes}</blockquote>
      <div className={controls.row}>
        <Button onClick={() => onKeep(theirs)}>{text.takeOtherNotes}</Button>
        <Button onClick={() => onKeep(mine)}>{text.keepOwnNotes}</Button>
      </div>
    </Notice>
  )
}

function SavingLine({ saving, onRetry }: { saving: Saving; onRetry: () => void }) {
  if (useBrowser(isOffline)) {
    return (
      <p className={controls.note} role="status">
        {typeset(text.offline)}
      </p>
    )
  }
  if (saving.status === 'failed') {
    const reason = `${problemMessage(saving.code)} ${text.keptHere}`
    return (
      <LoadFailure
        title={outcomeTitle(text.saveFailed, saving.code)}
        reason={reason}
        retry={text.retry}
        onRetry={onRetry}
      />
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

async function prepareForOffline() {
  const { loadFilesInAdvance } = await import('../workbench/make-files.ts')
  await loadFilesInAdvance()
}

/** Decodes a picture and opens it in a worker, which ends with the page. */
function useStudio(
  shell: ShellApi,
  style: string,
  picture: ToolsProps['picture'],
  opening: Opening,
) {
  const [opened, setOpened] = useState<{ wanted: unknown; state: StudioState } | null>(null)
  const [tries, setTries] = useState(0)
  const asked = useUnchanged({ picture: picture.key, opening, tries })
  // What was opened without its frame has that crop once it is saved.
  const saved = opened?.state.status === 'ready' && opened.state.crop
  const isSaved = saved && JSON.stringify(saved) === JSON.stringify(opening.crop)
  const wanted = isSaved && opened ? opened.wanted : asked
  const report = useEffectEvent((error: unknown) =>
    shell.report(new Error('the design could not be opened in the atelier', { cause: error })),
  )
  const open = useEffectEvent((signal: AbortSignal) =>
    openStudio({ style, ...opening, read: picture.read }, signal),
  )

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    open(signal)
      .catch((error: unknown): StudioState => {
        if (!signal.aborted) report(error)
        return { status: 'failed', reason: 'failed' }
      })
      .then((state) => {
        if (signal.aborted) return
        setOpened({ wanted, state })
        // Without it, the first file loads what it needs.
        if (state.status === 'ready') prepareForOffline().catch(() => {})
      })
    return () => controller.abort()
  }, [wanted])

  const state: StudioState =
    opened && opened.wanted === wanted ? opened.state : { status: 'opening' }
  return { state, retry: () => setTries(tries + 1) }
}
