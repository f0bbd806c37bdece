import { originLine } from '@encre/remote-kit/origin-line'
import { type PhotoScale, type Placement, type Point, photoScale, referenceLengths } from '@encre/stencil/skin'
import { Button } from '@encre/ui/button'
import { Notice } from '@encre/ui/notice'
import { SegmentedControl } from '@encre/ui/segmented-control'
import { typeset } from '@encre/ui/typeset'
import { useMemo, useState } from 'react'
import { atelierMessages } from './atelier-messages.ts'
import layout from './atelier-page.module.css'
import controls from './controls.module.css'
import { drawCaption, drawSkin, limbOf, mostRoundness } from './draw-skin.ts'
import { ExportStatus } from './export-status.tsx'
import { PhotoInput } from './photo-input.tsx'
import { toImageData } from './pixel-canvas.tsx'
import { fileNameOf } from './save-file.ts'
import { SizeField } from './size-field.tsx'
import { type Reference, skinMessages as text } from './skin-messages.ts'
import { SkinPhoto } from './skin-photo.tsx'
import styles from './skin-view.module.css'
import { SliderField } from './slider-field.tsx'
import { useExport } from './use-export.ts'
import { type PhotoStatus, usePhoto } from './use-photo.ts'
import { useTask } from './use-task.ts'
import type { Workshop } from './workshop.ts'

/** The design at its true size on a photo of the member, which stays on the device. */
export function SkinView({ workshop }: { workshop: Workshop }) {
  const { shell, sizeMm, size, onChange } = workshop
  const { photo, status, read } = usePhoto(shell)
  return (
    <>
      {photo ? (
        <SkinTrial key={photo.id} workshop={workshop} photo={photo.canvas} status={status} onFile={read} />
      ) : (
        <div className={layout.workbench}>
          <div className={styles.start}>
            <p className={controls.strong}>{text.advice}</p>
            <div className={styles.inputs}>
              <PhotoInput label={text.take} withCamera onFile={read} />
              <PhotoInput label={text.choose} onFile={read} />
            </div>
            <PhotoLine status={status} />
            <p className={controls.note}>{typeset(text.private)}</p>
            <p className={controls.note}>{atelierMessages.onDevice}</p>
          </div>
          <div className={controls.panel}>
            <SizeField sizeMm={sizeMm} size={size} onChange={(value) => onChange({ sizeMm: value })} />
          </div>
        </div>
      )}
    </>
  )
}

const references: Reference[] = ['card', 'euro', 'two-euros', 'other', 'none']

interface SkinTrialProps {
  workshop: Workshop
  photo: HTMLCanvasElement
  /** Of the photo that takes the place of this one. */
  status: PhotoStatus
  onFile: (file: File) => void
}

function SkinTrial({ workshop: { shell, design, client, sizeMm, size, onChange }, photo, status, onFile }: SkinTrialProps) {
  const [step, setStep] = useState<'measure' | 'place'>('measure')
  const [reference, setReference] = useState<Reference>('card')
  const [otherMm, setOtherMm] = useState('100')
  const [photoWidthMm, setPhotoWidthMm] = useState(300)
  const [points, setPoints] = useState<readonly [Point, Point]>([
    { x: photo.width * 0.3, y: photo.height * 0.5 },
    { x: photo.width * 0.7, y: photo.height * 0.5 },
  ])
  /** Whether the member has set each point. Where the points start says nothing about the photo. */
  const [areSet, setAreSet] = useState<readonly [boolean, boolean]>([false, false])
  const [middle, setMiddle] = useState<Point>({ x: photo.width / 2, y: photo.height / 2 })
  const [angle, setAngle] = useState(0)
  const [roundness, setRoundness] = useState(0)
  const [axisDegrees, setAxisDegrees] = useState(90)
  const { state, run, cancel } = useExport(shell)

  const inkTask = useTask(client, { type: 'age', sizeMm: 100, years: 0 })
  const picture = inkTask.result?.type === 'aged' ? inkTask.result.picture : null
  const ink = useMemo(() => {
    if (!picture) return null
    const canvas = document.createElement('canvas')
    canvas.width = picture.width
    canvas.height = picture.height
    canvas.getContext('2d')?.putImageData(toImageData(picture), 0, 0)
    return canvas
  }, [picture])

  const scale = areSet[0] && areSet[1] ? readScale(reference, points, Number(otherMm.replace(',', '.'))) : null
  const pixelsPerMm = scale?.kind === 'scale' ? scale.pixelsPerMm : photo.width / photoWidthMm
  const limb = limbOf(roundness, (axisDegrees * Math.PI) / 180)
  const placement: Placement = { middle, angle, pixelsPerMm, size, limb }
  const isMeasured = scale?.kind === 'scale'
  const isMeasuring = step === 'measure' && reference !== 'none'
  const caption = [...(isMeasured ? [] : [text.unverified]), originLine(design.origin) ?? '']

  function handlePoint(index: 0 | 1, point: Point) {
    setPoints(index === 0 ? [point, points[1]] : [points[0], point])
    setAreSet(index === 0 ? [true, areSet[1]] : [areSet[0], true])
  }

  function handlePlace(next: Placement) {
    setMiddle(next.middle)
    setAngle(next.angle)
  }

  async function makeImage(signal: AbortSignal): Promise<File> {
    const canvas = document.createElement('canvas')
    canvas.width = photo.width
    canvas.height = photo.height
    const context = canvas.getContext('2d')
    if (!context) throw new Error('the browser gives no canvas')
    drawSkin(context, { photo, ink, placement, scale: 1 })
    drawCaption(context, caption)
    // Drawn anew, the file has neither place nor date of the photo.
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
    signal.throwIfAborted()
    if (!blob) throw new Error('the browser could not write the picture')
    return new File([blob], fileNameOf(design.subject, 'essai.jpg'), { type: blob.type })
  }

  return (
    <div className={layout.workbench}>
      <div className={layout.drawing}>
        <SkinPhoto
          photo={photo}
          ink={isMeasuring ? null : ink}
          placement={placement}
          subject={design.subject}
          points={isMeasuring ? points : null}
          caption={isMeasuring ? [] : caption}
          onPoint={handlePoint}
          onPlace={handlePlace}
        />
        <p className={controls.note}>{typeset(text.private)}</p>
        <p className={controls.note}>{atelierMessages.onDevice}</p>
      </div>
      <div className={controls.panel}>
        <SegmentedControl
          label={text.steps}
          choices={[
            ['measure', text.measure],
            ['place', text.place],
          ]}
          value={step}
          onChange={setStep}
        />
        {step === 'measure' ? (
          <>
            <SegmentedControl
              label={text.reference}
              choices={references.map((value) => [value, typeset(text.references[value])] as const)}
              value={reference}
              onChange={setReference}
            />
            {reference === 'other' && (
              <label className={controls.row}>
                <span className={controls.line}>{text.otherLength}</span>
                <input
                  className={controls.number}
                  inputMode="decimal"
                  value={otherMm}
                  onChange={(event) => setOtherMm(event.target.value)}
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
                onChange={setPhotoWidthMm}
              />
            ) : (
              <p className={controls.line}>{typeset(text.points)}</p>
            )}
          </>
        ) : (
          <>
            <SizeField sizeMm={sizeMm} size={size} onChange={(value) => onChange({ sizeMm: value })} />
            <SliderField
              label={text.turn}
              text={text.degrees(degreesOf(angle))}
              min={-180}
              max={180}
              step={1}
              value={degreesOf(angle)}
              onChange={(degrees) => setAngle((degrees * Math.PI) / 180)}
            />
            <SliderField
              label={text.roundness}
              text={roundness === 0 ? text.flat : roundness === mostRoundness ? text.wrist : String(roundness)}
              min={0}
              max={mostRoundness}
              step={1}
              value={roundness}
              onChange={setRoundness}
            />
            {roundness > 0 && (
              <SliderField
                label={text.axis}
                text={text.degrees(axisDegrees)}
                min={0}
                max={180}
                step={5}
                value={axisDegrees}
                onChange={setAxisDegrees}
              />
            )}
          </>
        )}
        <ScaleLine scale={scale} reference={reference} />
        <div className={controls.actions}>
          {step === 'measure' ? (
            <Button variant="primary" onClick={() => setStep('place')}>
              {text.place}
            </Button>
          ) : (
            <Button variant="primary" disabled={!ink} onClick={() => run(makeImage)}>
              {text.download}
            </Button>
          )}
          <ExportStatus state={state} onCancel={cancel} />
          <PhotoInput label={text.change} onFile={onFile} />
          <PhotoLine status={status} />
        </div>
      </div>
    </div>
  )
}

/** Says that a photo is being read, or why it cannot be. */
function PhotoLine({ status }: { status: PhotoStatus }) {
  if (status === 'idle') return null
  if (status !== 'reading') return <Notice kind="error" title={text[status]} />
  return (
    <p className={controls.line} role="status">
      {text.reading}
    </p>
  )
}

/** The scale that the reference object gives. Null without one. */
function readScale(reference: Reference, [from, to]: readonly [Point, Point], otherMm: number): PhotoScale | null {
  if (reference === 'none') return null
  return photoScale(from, to, reference === 'other' ? otherMm : referenceLengths[reference])
}

function ScaleLine({ scale, reference }: { scale: PhotoScale | null; reference: Reference }) {
  if (scale?.kind === 'too-small') {
    const object = reference === 'card' ? 'card' : reference === 'other' ? 'other' : 'coin'
    return <Notice kind="error" title={typeset(text.tooSmall[object])} />
  }
  return (
    <p className={controls.strong} role="status">
      {scale === null && text.unverified}
      {scale?.kind === 'scale' && (scale.isVerified ? text.verified : typeset(text.error(scale.error)))}
    </p>
  )
}

/** Whole degrees from -180 to 180. */
function degreesOf(angle: number): number {
  const degrees = Math.round((angle * 180) / Math.PI)
  return ((((degrees + 180) % 360) + 360) % 360) - 180
}
