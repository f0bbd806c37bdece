import { originLine } from '@encre/protocol/provenance'
import type { CardReading } from '@encre/stencil/card'
import { findCard, searchedPixels } from '@encre/stencil/find-card'
import { mapCorners, type Quad, straighten } from '@encre/stencil/perspective'
import { formatSize } from '@encre/stencil/printed-messages'
import type { PhotoScale } from '@encre/stencil/skin'
import { Button } from '@encre/ui/button'
import { Notice } from '@encre/ui/notice'
import { SegmentedControl } from '@encre/ui/segmented-control'
import { typeset } from '@encre/ui/typeset'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { atelierMessages, photoMessages } from './atelier-messages.ts'
import layout from './atelier-page.module.css'
import controls from './controls.module.css'
import { drawCaption, drawSkin, mostRoundness } from './draw-skin.ts'
import { SizeField, SliderField } from './fields.tsx'
import { writeFile } from './make-pdf.ts'
import { PhotoInput, usePhoto } from './photo-input.tsx'
import { createCanvas2d, pause, readPixels, reduce } from './picture.ts'
import { fileNameOf } from './save-file.ts'
import { SkinPhoto } from './skin-photo.tsx'
import { degreesOf, openSkin, radiansOf, type SkinState, setPoint, setReference, viewOf } from './skin-state.ts'
import { type Reference, skinMessages as text } from './tool-messages.ts'
import { ExportStatus, useExport } from './use-export.tsx'
import { resultOf, useTask } from './use-task.ts'
import { toCanvas, Workbench } from './workbench.tsx'
import type { Workshop } from './workshop.ts'

export function SkinView({ workshop }: { workshop: Workshop }) {
  const { photo, status, read } = usePhoto(workshop.shell)
  const input = { status, onFile: read }
  if (photo) {
    const change = <PhotoInput choose={text.change} {...input} />
    return <SkinTrial key={photo.id} workshop={workshop} photo={photo.canvas} changePhoto={change} />
  }
  const start = (
    <div className={layout.start}>
      <p className={controls.strong}>{text.advice}</p>
      <PhotoInput choose={text.choose} take={photoMessages.take} {...input} />
    </div>
  )
  return (
    <Workbench desk={start} notes={<Privacy />} actions={workshop.savingLine}>
      <SizeField workshop={workshop} />
    </Workbench>
  )
}

interface SkinTrialProps {
  workshop: Workshop
  photo: HTMLCanvasElement
  changePhoto: ReactNode
}

function SkinTrial({ workshop, photo, changePhoto }: SkinTrialProps) {
  const { shell, design, client, size } = workshop
  const [trial, setTrial] = useState(() => openSkin(photo, findCardOn(photo)))
  const { step, reference, otherMm, photoWidthMm, points, found, angle, roundness, axisDegrees } = trial
  const { scale, view, placement, isMeasuring } = viewOf(trial, photo, size)
  const change = (part: Partial<SkinState>) => setTrial((before) => ({ ...before, ...part }))
  const exporting = useExport(shell)

  const inkTask = useTask(client, { type: 'age', sizeMm: 100, years: 0 })
  const picture = resultOf(inkTask, 'aged')?.picture ?? null
  const ink = useMemo(() => picture && toCanvas(picture), [picture])
  const { straight, isReady, hasFailed } = useStraightened(photo, view)
  const caption = [`${formatSize(size)} · ${scaleText(scale)}`, originLine(design.origin) ?? '']

  async function makeImage(signal: AbortSignal): Promise<File> {
    const context = createCanvas2d(straight.width, straight.height)
    drawSkin(context, { photo: straight, ink, placement, scale: 1 })
    drawCaption(context, caption)
    // The canvas has only pixels, so the file contains neither place nor date of the photo.
    const blob = await new Promise<Blob | null>((resolve) => context.canvas.toBlob(resolve, 'image/jpeg', 0.9))
    signal.throwIfAborted()
    if (!blob) throw new Error('the browser could not write the picture')
    const bytes = await writeFile({ type: 'skin', jpeg: new Uint8Array(await blob.arrayBuffer()), origin: design.origin }, signal)
    return new File([bytes], fileNameOf(design.subject, 'essai.jpg'), { type: blob.type })
  }

  const desk = (
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
  )
  const actions = (
    <>
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
      {changePhoto}
      {workshop.savingLine}
    </>
  )
  return (
    <Workbench desk={desk} notes={<Privacy />} actions={actions}>
      <SegmentedControl label={text.steps} choices={[...text.stepNames]} value={step} onChange={(value) => change({ step: value })} />
      {step === 'measure' ? (
        <>
          <SegmentedControl
            label={text.reference}
            choices={[...text.references]}
            value={reference}
            onChange={(value) => setTrial((before) => setReference(before, value, photo))}
          />
          {reference === 'other' && (
            <label className={controls.row}>
              {text.otherLength}
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
            <p>{typeset(reference !== 'card' ? text.points : found ? text.found : text.corners)}</p>
          )}
        </>
      ) : (
        <>
          <SizeField workshop={workshop} />
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
      {hasFailed && <Notice kind="error" title={photoMessages.memory} />}
    </Workbench>
  )
}

/** Null also without the memory to look for it: then the member sets the corners. */
function findCardOn(photo: HTMLCanvasElement): Quad | null {
  const { width, height } = photo
  try {
    const context = reduce(photo, width, height, searchedPixels)
    const small = context.canvas
    const corners = findCard(context.getImageData(0, 0, small.width, small.height))
    return corners && mapCorners(corners, ({ x, y }) => ({ x: (x * width) / small.width, y: (y * height) / small.height }))
  } catch {
    return null
  }
}

function Privacy() {
  return (
    <>
      <p className={controls.note}>{typeset(text.private)}</p>
      <p className={controls.note}>{atelierMessages.onDevice}</p>
    </>
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

/** The photo as the plane of its card looks from above; the photo itself without a card, or until it is corrected. */
function useStraightened(photo: HTMLCanvasElement, view: Quad | null) {
  const key = view && JSON.stringify(view)
  const [state, setState] = useState<{ key: string; canvas: HTMLCanvasElement | null } | null>(null)
  const run = useEffectEvent(async (signal: AbortSignal): Promise<HTMLCanvasElement | null> => {
    if (!view) return null
    const picture = await readPixels(photo, signal)
    const pauseUnlessLeft = async () => {
      await pause()
      signal.throwIfAborted()
    }
    return toCanvas(await straighten(picture, view, pauseUnlessLeft, picture))
  })
  useEffect(() => {
    if (key === null) return
    const controller = new AbortController()
    run(controller.signal)
      .catch(() => null)
      .then((canvas) => controller.signal.aborted || setState({ key, canvas }))
    return () => controller.abort()
  }, [key, photo])
  const found = state?.key === key ? state : null
  return { straight: found?.canvas ?? photo, isReady: key === null || found !== null, hasFailed: found !== null && found.canvas === null }
}
