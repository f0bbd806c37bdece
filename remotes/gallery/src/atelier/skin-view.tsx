import { originLine } from '@encre/protocol/provenance'
import type { CardReading } from '@encre/stencil/card'
import { formatSize } from '@encre/stencil/printed-messages'
import type { PhotoScale } from '@encre/stencil/skin'
import { Button } from '@encre/ui/button'
import { Notice } from '@encre/ui/notice'
import { SegmentedControl } from '@encre/ui/segmented-control'
import { typeset } from '@encre/ui/typeset'
import { useMemo, useState } from 'react'
import { atelierMessages } from './atelier-messages.ts'
import layout from './atelier-page.module.css'
import controls from './controls.module.css'
import { drawCaption, drawSkin, mostRoundness } from './draw-skin.ts'
import { ExportStatus } from './export-status.tsx'
import { SizeField, SliderField } from './fields.tsx'
import { writeFile } from './make-pdf.ts'
import { fileNameOf } from './save-file.ts'
import styles from './skin.module.css'
import { PhotoInput, SkinPhoto } from './skin-photo.tsx'
import { degreesOf, openSkin, radiansOf, type SkinState, setPoint, setReference, viewOf } from './skin-state.ts'
import { type Reference, skinMessages as text } from './tool-messages.ts'
import { useExport } from './use-export.ts'
import { type PhotoStatus, usePhoto } from './use-photo.ts'
import { toCanvas, useStraightened } from './use-straightened.ts'
import { resultOf, useTask } from './use-task.ts'
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
          <div className={styles.start} data-screen-only>
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
  /** The reading of the next photo. */
  status: PhotoStatus
  onFile: (file: File) => void
}

function SkinTrial({ workshop: { shell, design, client, sizeMm, size, onChange }, photo, status, onFile }: SkinTrialProps) {
  const [trial, setTrial] = useState(() => openSkin(photo))
  const { step, reference, otherMm, photoWidthMm, points, angle, roundness, axisDegrees } = trial
  const { scale, view, placement, isMeasuring } = viewOf(trial, photo, size)
  const change = (part: Partial<SkinState>) => setTrial((before) => ({ ...before, ...part }))
  const exporting = useExport(shell)

  const inkTask = useTask(client, { type: 'age', sizeMm: 100, years: 0 })
  const picture = resultOf(inkTask, 'aged')?.picture ?? null
  const ink = useMemo(() => picture && toCanvas(picture), [picture])
  const { straight, isReady, hasFailed } = useStraightened(photo, view)

  const caption = [`${formatSize(size)} · ${scaleText(scale)}`, originLine(design.origin) ?? '']

  async function makeImage(signal: AbortSignal): Promise<File> {
    const canvas = document.createElement('canvas')
    canvas.width = straight.width
    canvas.height = straight.height
    const context = canvas.getContext('2d')
    if (!context) throw new Error('the browser gives no canvas')
    drawSkin(context, { photo: straight, ink, placement, scale: 1 })
    drawCaption(context, caption)
    // The canvas has only pixels, so the file contains neither place nor date of the photo.
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
    signal.throwIfAborted()
    if (!blob) throw new Error('the browser could not write the picture')
    const bytes = await writeFile({ type: 'skin', jpeg: new Uint8Array(await blob.arrayBuffer()), origin: design.origin }, signal)
    return new File([bytes], fileNameOf(design.subject, 'essai.jpg'), { type: blob.type })
  }

  return (
    <div className={layout.workbench}>
      <div className={layout.drawing}>
        <SkinPhoto
          photo={straight}
          ink={isMeasuring || !isReady ? null : ink}
          placement={placement}
          subject={design.subject}
          points={isMeasuring ? points : null}
          caption={isMeasuring ? [] : caption}
          onPoint={(index, point) => setTrial((before) => setPoint(before, index, point))}
          onPlace={({ middle, angle }) => change({ middle, angle })}
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
          onChange={(value) => change({ step: value })}
        />
        {step === 'measure' ? (
          <>
            <SegmentedControl
              label={text.reference}
              choices={references.map((value) => [value, typeset(text.references[value])] as const)}
              value={reference}
              onChange={(value) => setTrial((before) => setReference(before, value, photo))}
            />
            {reference === 'other' && (
              <label className={controls.row}>
                <span className={controls.line}>{text.otherLength}</span>
                <input
                  className={controls.number}
                  inputMode="decimal"
                  value={otherMm}
                  onChange={(event) => change({ otherMm: event.target.value })}
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
                onChange={(value) => change({ photoWidthMm: value })}
              />
            ) : (
              <p className={controls.line}>{typeset(reference === 'card' ? text.corners : text.points)}</p>
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
              onChange={(degrees) => change({ angle: radiansOf(degrees) })}
            />
            <SliderField
              label={text.roundness}
              text={roundness === 0 ? text.flat : roundness === mostRoundness ? text.wrist : String(roundness)}
              min={0}
              max={mostRoundness}
              step={1}
              value={roundness}
              onChange={(value) => change({ roundness: value })}
            />
            {roundness > 0 && (
              <SliderField
                label={text.axis}
                text={text.degrees(axisDegrees)}
                min={0}
                max={180}
                step={5}
                value={axisDegrees}
                onChange={(value) => change({ axisDegrees: value })}
              />
            )}
          </>
        )}
        <ScaleLine scale={scale} reference={reference} />
        {hasFailed && <Notice kind="error" title={text.memory} />}
        <div className={controls.actions}>
          {step === 'measure' ? (
            <Button variant="primary" disabled={scale?.kind === 'tilted'} onClick={() => change({ step: 'place' })}>
              {text.place}
            </Button>
          ) : (
            <Button variant="primary" disabled={!ink || !isReady || hasFailed} onClick={() => exporting.run(makeImage)}>
              {text.download}
            </Button>
          )}
          <ExportStatus {...exporting} />
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

function ScaleLine({ scale, reference }: { scale: PhotoScale | CardReading | null; reference: Reference }) {
  if (scale?.kind === 'tilted') return <Notice kind="error" title={typeset(text.tilted)} />
  if (scale?.kind === 'too-small') {
    const object = reference === 'card' ? 'card' : reference === 'other' ? 'other' : 'coin'
    return <Notice kind="error" title={typeset(text.tooSmall[object])} />
  }
  return (
    <p className={controls.strong} role="status">
      {scaleText(scale)}
    </p>
  )
}

function scaleText(scale: PhotoScale | CardReading | null): string {
  if (scale?.kind !== 'scale') return text.unverified
  return scale.isVerified ? text.verified : typeset(text.error(scale.error))
}
