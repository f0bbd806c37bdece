import type { AtelierSettings } from '@encre/gallery-worker/contract'
import { inkSizeMm } from '@encre/protocol/ink-size'
import type { Outline } from '@encre/stencil/letters'
import { svgPath } from '@encre/stencil/outline'
import type { Pixels } from '@encre/stencil/pixels'
import { strokeScaleMm } from '@encre/stencil/strokes'
import { lazyPart } from '@encre/ui/lazy-part'
import { LoadFailure, Notice } from '@encre/ui/notice'
import { SegmentedControl } from '@encre/ui/segmented-control'
import { typeset } from '@encre/ui/typeset'
import { Suspense, useMemo } from 'react'
import { StudioNotice, Tabs, type WordsProps } from '../atelier/page/design-tools.tsx'
import { KeepDrawing } from '../atelier/page/keep-drawing.tsx'
import { ask, type StudioClient, withSetup } from '../atelier/studio/studio-client.ts'
import { finenessOf, notesOf, sidesOf, type Workshop } from '../atelier/studio/workshop.ts'
import { atelierMessages } from '../atelier/workbench/atelier-messages.ts'
import controls from '../atelier/workbench/controls.module.css'
import { SliderField } from '../atelier/workbench/fields.tsx'
import { Waiting } from '../atelier/workbench/workbench.tsx'
import type { View } from '../atelier-path.ts'
import { faces } from './faces.ts'
import { type Lettering, layoutOf, letteringOf } from './lettering.ts'
import { letterMessages as text } from './lettering-messages.ts'
import { storeLettering } from './stored-lettering.ts'
import { prepareLettering, useLettering, useStudioClient } from './use-lettering.ts'

export { prepareLettering }

const [Tool, preloadTool] = lazyPart(async () => (await import('../atelier/page/tool.tsx')).Tool)
preloadTool().catch(() => {})

interface LetteringToolsProps
  extends Pick<Workshop, 'shell' | 'design' | 'kept' | 'onChange' | 'savingLine'> {
  settings: AtelierSettings
  lettering: Lettering
  view: View
}

/** The tools of `/lettrage`, with their tabs. */
export function WrittenTools(props: LetteringToolsProps) {
  const hrefOf = (each: View) => (each === 'calque' ? '/lettrage' : `/lettrage?vue=${each}`)
  return (
    <>
      <Tabs view={props.view} hrefOf={hrefOf} />
      <LetteringTools {...props} />
    </>
  )
}

/** The tools of the atelier for words: nothing of them is traced from a picture. */
function LetteringTools({ settings, lettering, view, ...shared }: LetteringToolsProps) {
  const { shell, kept, onChange } = shared
  const { result, laidOut, retry } = useLettering(
    shell,
    lettering.face,
    layoutOf(lettering, settings),
  )
  const { client, failure, restart } = useStudioClient()
  const strokes = settings.corrections ?? noStrokes
  const ready = useMemo(() => {
    if (!client || !laidOut) return null
    const setup = [
      { type: 'open-outline', outline: laidOut },
      { type: 'correct', strokes },
    ] as const
    return withSetup(client, setup)
  }, [client, laidOut, strokes])
  const imageUrl = useMemo(() => (laidOut ? pictureOf(laidOut) : ''), [laidOut])

  if (failure) return <StudioNotice reason={failure} onRetry={restart} />
  if (result && result.type !== 'laid-out') {
    return <NothingDrawn result={result} onRetry={retry} />
  }
  const waiting = (
    <Waiting imageUrl={imageUrl} isViolet={view === 'calque'}>
      {atelierMessages.opening}
    </Waiting>
  )
  if (!ready || !laidOut) return waiting
  const design = { ...shared.design, imageUrl }
  const sizeMm = inkSizeMm({ ...design, sizeMm: settings.sizeMm })
  const workshop: Workshop = {
    ...shared,
    ...drawnOf(settings),
    design,
    client: ready,
    sizeMm,
    size: sidesOf(sizeMm, { x: 0, y: 0, width: laidOut.width, height: laidOut.height }),
    toStrokes: { scale: strokeScaleMm / sizeMm, x: 0, y: 0 },
    formerMm: null,
    ...notesOf(settings),
    strokes,
    letters: {
      words: lettering.words.trim(),
      isRead: lettering.isRead,
      onRead: () => onChange({ lettering: { ...lettering, isRead: true } }),
      settings: (
        <LetterSettings lettering={lettering} settings={settings} kept={kept} onChange={onChange} />
      ),
    },
  }
  return (
    <>
      <Suspense fallback={waiting}>
        <Tool view={view} workshop={workshop} />
      </Suspense>
      {kept ? (
        <p>
          <a className={controls.link} href="/lettrage" onClick={() => storeLettering(settings)}>
            {text.edit}
          </a>
        </p>
      ) : (
        <section className={controls.section}>
          <KeepDrawing
            shell={shell}
            design={design}
            readPixels={() => readPixels(ready)}
            settings={{ ...settings, lettering }}
            returnTo="/lettrage"
          />
        </section>
      )}
    </>
  )
}

/** The tools of a kept lettering. */
export function DesignLettering({ children, ...shared }: WordsProps) {
  const lettering = letteringOf(shared.settings)
  return lettering ? <LetteringTools {...shared} lettering={lettering} /> : children
}

/** What every lettering has in common: its outline fills the sheet, and its style has no say. */
function drawnOf(settings: AtelierSettings) {
  return {
    around: { left: '0', top: '0', width: '100%', height: '100%' },
    choice: {
      rendering: settings.rendering === 'outlines' ? 'outlines' : 'fills',
      fineness: finenessOf(settings) ?? 2,
    },
    crop: null,
  } as const
}

/** The rendering of letters is their own. */
const anyRendering = { rendering: 'fills', fineness: 2 } as const

/** Share of the longest side that is paper around the letters, for readers that look for paper. */
const marginShare = 0.04

/** The letters on paper, as the image of a kept design. */
async function readPixels(client: StudioClient): Promise<Pixels> {
  const { picture } = await ask(client, 'cropped', { type: 'crop', ...anyRendering })
  const margin = Math.ceil(marginShare * Math.max(picture.width, picture.height))
  const width = picture.width + 2 * margin
  const height = picture.height + 2 * margin
  const data = new Uint8ClampedArray(4 * width * height).fill(255)
  for (let row = 0; row < picture.height; row++) {
    const from = 4 * row * picture.width
    const to = 4 * ((row + margin) * width + margin)
    data.set(picture.data.subarray(from, from + 4 * picture.width), to)
  }
  return { width, height, data }
}

interface NothingDrawnProps {
  result: Exclude<NonNullable<ReturnType<typeof useLettering>['result']>, { type: 'laid-out' }>
  onRetry: () => void
}

/** Why there is no drawing of the words. */
function NothingDrawn({ result, onRetry }: NothingDrawnProps) {
  if (result.type === 'empty') return null
  if (result.type === 'missing') {
    const better = faces.find(([id]) => id === result.better)?.[1]
    return <Notice kind="error" title={typeset(text.missing(result.letters, better))} />
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
function pictureOf({ loops, width, height }: Outline): string {
  const path = `<path fill-rule="evenodd" d="${svgPath(loops)}"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${path}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

interface LetterSettingsProps extends Pick<Workshop, 'kept' | 'onChange'> {
  lettering: Lettering
  settings: AtelierSettings
}

/** A kept design keeps the words and the place of each letter: its image shows them. */
function LetterSettings({ lettering, settings, kept, onChange }: LetterSettingsProps) {
  const { arc, spacing } = lettering
  const { rendering, fineness } = drawnOf(settings).choice
  const changeLettering = (change: Partial<Lettering>) =>
    onChange({ lettering: { ...lettering, ...change, isRead: false }, corrections: [] })
  return (
    <>
      <SegmentedControl
        label={text.filling}
        choices={text.fillings}
        value={rendering}
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
      {!kept && (
        <>
          <SliderField
            label={text.arc}
            text={text.arcOf(arc)}
            min={-180}
            max={180}
            step={10}
            value={arc}
            onChange={(value) => changeLettering({ arc: value })}
          />
          <SliderField
            label={text.spacing}
            text={text.spacingOf(spacing)}
            min={-50}
            max={300}
            step={10}
            value={spacing}
            onChange={(value) => changeLettering({ spacing: value })}
          />
        </>
      )}
    </>
  )
}
