import type { AtelierSettings, ListedDesign } from '@encre/gallery-worker/contract'
import { inkSizeMm } from '@encre/protocol/ink-size'
import { svgPath } from '@encre/stencil/outline'
import { lazyPart } from '@encre/ui/lazy-part'
import { LoadFailure, Notice } from '@encre/ui/notice'
import { SegmentedControl } from '@encre/ui/segmented-control'
import { typeset } from '@encre/ui/typeset'
import { Suspense, useMemo } from 'react'
import { atelierMessages } from '../atelier/atelier-messages.ts'
import type { View } from '../atelier/atelier-path.ts'
import { SliderField } from '../atelier/fields.tsx'
import { withSetup } from '../atelier/studio-client.ts'
import { Waiting } from '../atelier/workbench.tsx'
import { finenessOf, sidesOf, type Workshop } from '../atelier/workshop.ts'
import { type FaceId, faces } from './faces.ts'
import type { LaidOut } from './lay-out.ts'
import { letterMessages as text } from './letter-messages.ts'
import type { Lettering } from './lettering.ts'
import { layOutWords } from './lettering-client.ts'
import { useLettering, useStudioClient } from './use-lettering.ts'

export { layOutWords }

const [Tool, preloadTool] = lazyPart(async () => (await import('../atelier/tool.tsx')).Tool)
preloadTool().catch(() => {})

interface LetteringToolsProps
  extends Pick<Workshop, 'shell' | 'isKept' | 'onChange' | 'savingLine'> {
  design: ListedDesign
  settings: AtelierSettings
  lettering: Lettering
  onLettering: (change: Partial<Lettering>) => void
  view: View
}

/** Thousandths of the type size, by the chosen width of a contour. */
const contours = { 1: 40, 2: 28, 3: 18 } as const

/** The tools of the atelier for words: nothing of them is traced from a picture. */
export function LetteringTools({
  settings,
  lettering,
  onLettering,
  view,
  ...shared
}: LetteringToolsProps) {
  const { shell, savingLine } = shared
  const { words, face, arc, spacing } = lettering
  const rendering = settings.rendering === 'outlines' ? 'outlines' : 'fills'
  const fineness = finenessOf(settings) ?? 2
  const contour = rendering === 'outlines' ? contours[fineness] : null
  const { result, laidOut, retry } = useLettering(shell, face, { words, arc, spacing, contour })
  const { client, hasFailed } = useStudioClient()
  const strokes = settings.corrections ?? noStrokes
  const ready = useMemo(
    () =>
      client &&
      laidOut &&
      withSetup(client, [
        { type: 'open-outline', outline: laidOut },
        { type: 'correct', strokes },
      ]),
    [client, laidOut, strokes],
  )
  const imageUrl = useMemo(() => (laidOut ? pictureOf(laidOut) : ''), [laidOut])
  const design = { ...shared.design, imageUrl: shared.design.imageUrl || imageUrl }

  const waiting = (
    <Waiting imageUrl={imageUrl} isViolet={view === 'calque'}>
      {atelierMessages.opening}
    </Waiting>
  )
  if (hasFailed) return <Notice kind="error" title={atelierMessages.studioFailures.unsupported} />
  if (result && result.type !== 'laid-out') {
    return <NothingDrawn result={result} face={face} onRetry={retry} />
  }
  if (!ready || !laidOut) return waiting
  const sizeMm = inkSizeMm({ ...design, sizeMm: settings.sizeMm })
  const box = { x: 0, y: 0, width: laidOut.width, height: laidOut.height }
  const workshop: Workshop = {
    ...shared,
    design,
    client: ready,
    sizeMm,
    size: sidesOf(sizeMm, box),
    around: { left: '0', top: '0', width: '100%', height: '100%' },
    rendering,
    fineness,
    frame: null,
    notes: settings.notes,
    strokes,
    letterSettings: (
      <LetterSettings
        lettering={lettering}
        rendering={rendering}
        fineness={fineness}
        onLettering={onLettering}
        onChange={shared.onChange}
      />
    ),
  }
  return (
    <>
      <Suspense fallback={waiting}>
        <Tool view={view} workshop={workshop} />
      </Suspense>
      {savingLine}
    </>
  )
}

interface NothingDrawnProps {
  result: Exclude<NonNullable<ReturnType<typeof useLettering>['result']>, { type: 'laid-out' }>
  face: FaceId
  onRetry: () => void
}

/** Why there is no drawing of the words. */
function NothingDrawn({ result, face, onRetry }: NothingDrawnProps) {
  if (result.type === 'empty') return null
  if (result.type === 'missing') {
    const name = faces.find(([id]) => id === face)?.[1] ?? face
    return <Notice kind="error" title={typeset(text.missing(result.letters, name))} />
  }
  return (
    <LoadFailure
      title={typeset(text.unavailable)}
      reason=""
      retry={atelierMessages.retry}
      onRetry={onRetry}
    />
  )
}

const noStrokes: NonNullable<AtelierSettings['corrections']> = []

/** The outline as a picture, which shows before the tools have computed anything. */
function pictureOf({ loops, width, height }: LaidOut): string {
  const path = `<path fill-rule="evenodd" d="${svgPath(loops)}"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${path}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

interface LetterSettingsProps
  extends Pick<Workshop, 'rendering' | 'fineness' | 'onChange'>,
    Pick<LetteringToolsProps, 'lettering' | 'onLettering'> {}

function LetterSettings({
  lettering: { arc, spacing },
  rendering,
  fineness,
  onLettering,
  onChange,
}: LetterSettingsProps) {
  return (
    <>
      <SegmentedControl
        label={text.filling}
        choices={text.fillings}
        value={rendering === 'outlines' ? rendering : 'fills'}
        onChange={(value) => onChange({ rendering: value })}
      />
      {rendering === 'outlines' && (
        <SegmentedControl
          label={text.contour}
          choices={text.contours}
          value={fineness}
          onChange={(value) => onChange({ fineness: value })}
        />
      )}
      <SliderField
        label={text.arc}
        text={text.arcOf(arc)}
        min={-180}
        max={180}
        step={10}
        value={arc}
        onChange={(value) => onLettering({ arc: value })}
      />
      <SliderField
        label={text.spacing}
        text={text.spacingOf(spacing)}
        min={-50}
        max={300}
        step={10}
        value={spacing}
        onChange={(value) => onLettering({ spacing: value })}
      />
    </>
  )
}
