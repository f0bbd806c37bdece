import { originLine } from '@encre/protocol/origin'
import type { CardReading } from '@encre/stencil/card'
import { type Quad, straighten } from '@encre/stencil/perspective'
import type { Pixels } from '@encre/stencil/pixels'
import { formatSize } from '@encre/stencil/printed-messages'
import type { PhotoScale, Placement } from '@encre/stencil/skin'
import { measureContrasts, type SkinContrast } from '@encre/stencil/skin-contrast'
import { Button } from '@encre/ui/button'
import { Notice } from '@encre/ui/notice'
import { SegmentedControl } from '@encre/ui/segmented-control'
import { typeset } from '@encre/ui/typeset'
import {
  type ReactNode,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from 'react'
import { createCanvas2d, encodeCanvas, pause, readPixels, toCanvas } from '../studio/picture.ts'
import { resultOf, useTask } from '../studio/use-task.ts'
import { useUnchanged } from '../studio/use-unchanged.ts'
import type { Workshop } from '../studio/workshop.ts'
import { atelierMessages, photoMessages } from '../workbench/atelier-messages.ts'
import layout from '../workbench/atelier-page.module.css'
import controls from '../workbench/controls.module.css'
import { SizeField, SliderField } from '../workbench/fields.tsx'
import { writeFile } from '../workbench/make-files.ts'
import { PhotoInput, usePhoto } from '../workbench/photo-input.tsx'
import { fileNameOf } from '../workbench/save-file.ts'
import { type Reference, skinMessages as text } from '../workbench/tool-messages.ts'
import { ExportStatus, useExport } from '../workbench/use-export.tsx'
import { Bar, Workbench } from '../workbench/workbench.tsx'
import { drawCaption, drawSkin, mostRoundness } from './draw-skin.ts'
import { SkinPhoto } from './skin-photo.tsx'
import {
  degreesOf,
  dropPoint,
  openSkin,
  radiansOf,
  type SkinState,
  setPoint,
  setReference,
  viewOf,
} from './skin-state.ts'

export function SkinView({ workshop }: { workshop: Workshop }) {
  const { photo, status, read } = usePhoto(workshop.shell)
  const input = { status, onFile: read }
  if (photo) {
    const change = <PhotoInput choose={text.change} {...input} />
    return (
      <SkinTrial key={photo.id} workshop={workshop} photo={photo.canvas} changePhoto={change} />
    )
  }
  const start = (
    <div className={layout.start}>
      <p className={controls.strong}>{text.advice}</p>
      <PhotoInput choose={text.choose} take={photoMessages.take} {...input} />
    </div>
  )
  return (
    <Workbench sheet={start}>
      <SizeField workshop={workshop} />
      <Privacy />
      {workshop.savingLine}
    </Workbench>
  )
}

interface SkinTrialProps {
  workshop: Workshop
  photo: HTMLCanvasElement
  changePhoto: ReactNode
}

function SkinTrial({ workshop, photo, changePhoto }: SkinTrialProps) {
  const { shell, design, size } = workshop
  const [trial, setTrial] = useState(() => openSkin(photo))
  const { scale, view, placement, isMeasuring } = viewOf(trial, photo, size)
  const change = (part: Partial<SkinState>) => setTrial((before) => ({ ...before, ...part }))
  const exporting = useExport(shell, null, workshop.letters)

  const inkPixels = useInk(workshop)
  const ink = useMemo(() => inkPixels && toCanvas(inkPixels), [inkPixels])
  const picture = usePixels(photo)
  const { straight, pixels, isReady, hasFailed } = useStraightened(photo, picture, view)
  const isPlacing = trial.step === 'place' && isReady
  const contrasts = useContrasts(workshop, inkPixels, isPlacing ? pixels : null, placement)
  const scaleLine = scaleText(scale, trial.isConfirmed)
  const caption = [`${formatSize(size)} · ${scaleLine}`, originLine(design.origin) ?? '']

  async function makeImage(signal: AbortSignal): Promise<File> {
    const context = createCanvas2d(straight.width, straight.height)
    drawSkin(context, { photo: straight, ink, placement, scale: 1 })
    drawCaption(context, caption)
    return writeSkinImage(context.canvas, design, signal)
  }

  const sheet = (
    <SkinPhoto
      photo={straight}
      ink={isMeasuring || !isReady ? null : ink}
      placement={placement}
      subject={design.subject}
      points={isMeasuring ? trial.points : null}
      caption={isMeasuring ? [] : caption}
      onPoint={(index, point) => setTrial((before) => setPoint(before, index, point))}
      onLetGo={(index) => {
        if (picture) setTrial((before) => dropPoint(before, index, picture))
      }}
      onPlace={({ middle, angle }) => change({ middle, angle })}
    />
  )
  return (
    <Workbench isPinned sheet={sheet}>
      <SegmentedControl
        isLabelHidden
        label={text.steps}
        choices={text.stepNames}
        value={trial.step}
        onChange={(step) => change({ step })}
      />
      {trial.step === 'measure' ? (
        <MeasureFields
          trial={trial}
          onChange={change}
          onReference={(reference) => setTrial((before) => setReference(before, reference, photo))}
        />
      ) : (
        <PlaceFields workshop={workshop} trial={trial} onChange={change} />
      )}
      <ScaleLine scale={scale} trial={trial} />
      <ContrastLine contrasts={contrasts} />
      {hasFailed && <Notice kind="error" title={photoMessages.failures.memory} />}
      <Bar>
        <ExportStatus {...exporting} />
        {trial.step === 'measure' ? (
          <ConfirmButton scale={scale} isCard={trial.reference === 'card'} onChange={change} />
        ) : (
          <Button
            variant="primary"
            disabled={!ink || !isReady || hasFailed}
            onClick={() => exporting.run(makeImage)}
          >
            {text.download}
          </Button>
        )}
      </Bar>
      {changePhoto}
      <Privacy />
      {workshop.savingLine}
    </Workbench>
  )
}

interface FieldsProps {
  trial: SkinState
  onChange: (part: Partial<SkinState>) => void
}

interface MeasureFieldsProps extends FieldsProps {
  onReference: (reference: Reference) => void
}

/** What the photo is measured by. */
function MeasureFields({ trial, onChange, onReference }: MeasureFieldsProps) {
  const { reference, otherMm, photoWidthMm } = trial
  return (
    <>
      <SegmentedControl
        label={text.reference}
        choices={text.references}
        value={reference}
        onChange={onReference}
      />
      {reference === 'other' && (
        <label className={controls.row}>
          {text.otherLength}
          <input
            className={controls.number}
            inputMode="decimal"
            value={otherMm}
            onChange={(event) => onChange({ otherMm: event.target.value, isConfirmed: false })}
          />
        </label>
      )}
      {reference === 'none' ? (
        <SliderField
          label={text.photoWidth}
          text={`${photoWidthMm / 10} cm`}
          min={50}
          max={1000}
          step={10}
          value={photoWidthMm}
          onChange={(value) => onChange({ photoWidthMm: value })}
        />
      ) : (
        <p>{typeset(reference === 'card' ? text.corners : text.points)}</p>
      )}
    </>
  )
}

const placeControls = new Map<'size' | 'turn' | 'roundness', string>([
  ['size', atelierMessages.size],
  ['turn', text.turn],
  ['roundness', text.roundness],
])

interface PlaceFieldsProps extends FieldsProps {
  workshop: Workshop
}

/** How the design lies on the skin. A phone shows one control at a time, below the photo. */
function PlaceFields({ workshop, trial, onChange }: PlaceFieldsProps) {
  const { angle, roundness, axisDegrees } = trial
  const [shown, setShown] = useState<'size' | 'turn' | 'roundness'>('size')
  return (
    <div className={layout.oneByOne} data-shown={shown}>
      <SegmentedControl
        isLabelHidden
        label={atelierMessages.options}
        choices={placeControls}
        value={shown}
        onChange={setShown}
      />
      <SizeField workshop={workshop} />
      <SliderField
        label={text.turn}
        text={text.degrees(degreesOf(angle))}
        min={-180}
        max={180}
        step={1}
        value={degreesOf(angle)}
        onChange={(degrees) => onChange({ angle: radiansOf(degrees) })}
      />
      <div className={controls.group}>
        <SliderField
          label={text.roundness}
          text={roundnessText(roundness)}
          min={0}
          max={mostRoundness}
          step={1}
          value={roundness}
          onChange={(value) => onChange({ roundness: value })}
        />
        {roundness > 0 && (
          <SliderField
            label={text.axis}
            text={text.degrees(axisDegrees)}
            min={0}
            max={180}
            step={5}
            value={axisDegrees}
            onChange={(value) => onChange({ axisDegrees: value })}
          />
        )}
      </div>
    </div>
  )
}

function roundnessText(roundness: number): string {
  if (roundness === 0) return text.flat
  return roundness === mostRoundness ? text.wrist : String(roundness)
}

/** The canvas has only pixels, so the file contains neither place nor date of the photo. */
async function writeSkinImage(
  canvas: HTMLCanvasElement,
  { subject, origin }: Workshop['design'],
  signal: AbortSignal,
): Promise<File> {
  const blob = await encodeCanvas(canvas, 'image/jpeg', 0.9)
  signal.throwIfAborted()
  const jpeg = new Uint8Array(await blob.arrayBuffer())
  const bytes = await writeFile({ type: 'skin', jpeg, origin }, signal)
  return new File([bytes], fileNameOf(subject, 'essai.jpg'), { type: blob.type })
}

interface ConfirmButtonProps {
  scale: PhotoScale | CardReading | null
  isCard: boolean
  onChange: (part: Partial<SkinState>) => void
}

/**
 * Goes on to the next step. With a scale, the member says that it was measured at the right places,
 * and that a card is one: other things have its proportions.
 */
function ConfirmButton({ scale, isCard, onChange }: ConfirmButtonProps) {
  const isConfirmed = scale?.kind === 'scale'
  const confirm = isCard ? text.confirmCard : text.confirm
  return (
    <Button
      variant="primary"
      disabled={scale?.kind === 'tilted'}
      onClick={() => onChange({ step: 'place', isConfirmed })}
    >
      {isConfirmed ? confirm : text.place}
    </Button>
  )
}

/** The design without its paper. Null until it is computed. */
function useInk({ client, choice }: Workshop): Pixels | null {
  const today = { years: 0, spread: 'least' } as const
  const task = useTask(client, { type: 'age', ...choice, sizeMm: 100, ...today })
  return resultOf(task, 'aged')?.picture ?? null
}

/** The photo's pixels. Null until they are read, and where memory is missing. */
function usePixels(photo: HTMLCanvasElement): Pixels | null {
  const [pixels, setPixels] = useState<Pixels | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    readPixels(photo, controller.signal)
      .then(setPixels)
      .catch(() => {})
    return () => controller.abort()
  }, [photo])
  return pixels
}

/** How clearly each colour stands out from the skin under it. Empty until it is measured. */
function useContrasts(
  { client, design }: Workshop,
  ink: Pixels | null,
  skin: Pixels | null,
  placement: Placement,
): readonly SkinContrast[] {
  const task = useTask(client, { type: 'palette', chosen: design.colors })
  const palette = resultOf(task, 'palette')
  const placed = useDeferredValue(useUnchanged(placement))
  return useMemo(() => {
    if (!ink || !skin || !palette) return []
    const hexes = palette.colours.map(({ hex }) => hex)
    return measureContrasts(ink, skin, placed, hexes)
  }, [ink, skin, palette, placed])
}

function ContrastLine({ contrasts }: { contrasts: readonly SkinContrast[] }) {
  if (contrasts.length === 0) return null
  const faint = text.faint(contrasts)
  return (
    <>
      {faint && (
        <p className={controls.strong} role="status">
          {typeset(faint)}
        </p>
      )}
      <p className={controls.note}>{typeset(text.contrast(contrasts))}</p>
    </>
  )
}

function Privacy() {
  return (
    <p className={controls.note}>
      {typeset(text.private)} {atelierMessages.onDevice}
    </p>
  )
}

interface ScaleLineProps {
  scale: PhotoScale | CardReading | null
  trial: SkinState
}

function ScaleLine({ scale, trial: { reference, isConfirmed, step } }: ScaleLineProps) {
  if (scale?.kind === 'tilted') return <Notice kind="error" title={typeset(text.tilted)} />
  if (scale?.kind === 'too-small') {
    const object = reference === 'card' || reference === 'other' ? reference : 'coin'
    return <Notice kind="error" title={typeset(text.tooSmall[object])} />
  }
  return (
    <>
      <p className={controls.strong} role="status">
        {scaleText(scale, isConfirmed)}
      </p>
      {scale && step === 'measure' && reference === 'card' && <p>{typeset(text.cardQuestion)}</p>}
    </>
  )
}

function scaleText(scale: PhotoScale | CardReading | null, isConfirmed: boolean): string {
  if (scale?.kind !== 'scale' || !isConfirmed) return text.unverified
  return scale.isVerified ? text.verified : typeset(text.error(scale.error))
}

/**
 * The photo as the plane of its card looks from above; the photo itself without a card, or until it
 * is corrected.
 */
function useStraightened(photo: HTMLCanvasElement, picture: Pixels | null, seen: Quad | null) {
  const view = useUnchanged(seen)
  const [state, setState] = useState<{ view: Quad; pixels: Pixels | null } | null>(null)
  const run = useEffectEvent(async (quad: Quad, signal: AbortSignal) => {
    const pauseUnlessLeft = async () => {
      await pause()
      signal.throwIfAborted()
    }
    const pixels = picture ?? (await readPixels(photo, signal))
    return straighten(pixels, quad, pauseUnlessLeft, pixels)
  })
  useEffect(() => {
    if (view === null) return
    const controller = new AbortController()
    run(view, controller.signal)
      .catch(() => null)
      .then((pixels) => {
        if (!controller.signal.aborted) setState({ view, pixels })
      })
    return () => controller.abort()
  }, [view, photo])
  const found = state?.view === view ? state : null
  const pixels = found?.pixels ?? null
  const canvas = useMemo(() => pixels && toCanvas(pixels), [pixels])
  return {
    straight: canvas ?? photo,
    pixels: view === null ? picture : pixels,
    isReady: view === null || found !== null,
    hasFailed: found !== null && found.pixels === null,
  }
}
