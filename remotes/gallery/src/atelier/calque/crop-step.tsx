import { type Crop, cornersOf, wholePicture } from '@encre/stencil/crop'
import { isConvex } from '@encre/stencil/perspective'
import type { Point } from '@encre/stencil/skin'
import { Button } from '@encre/ui/button'
import { Notice } from '@encre/ui/notice'
import { SegmentedControl } from '@encre/ui/segmented-control'
import { typeset } from '@encre/ui/typeset'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { toCanvas } from '../studio/picture.ts'
import { atelierMessages } from '../workbench/atelier-messages.ts'
import controls from '../workbench/controls.module.css'
import { SliderField } from '../workbench/fields.tsx'
import { keepInside, PhotoFrame } from '../workbench/photo-frame.tsx'
import styles from '../workbench/sheet.module.css'
import { cropMessages as text } from '../workbench/tool-messages.ts'
import { Bar, Waiting, Workbench } from '../workbench/workbench.tsx'
import { simplifyPoints } from './correct-state.ts'
import { useCorrectKeys, useStroke } from './correct-tools.tsx'

type Tool = 'corners' | 'brush'

/** Strokes are drawn on a picture whose longer side has this length: a step of the keyboard is a hundredth. */
const longest = 100
const toleranceOfStrokes = 0.2
/** Of the brush, in hundredths of the picture's longer side. */
const widths = { min: 1, max: 20, step: 0.5 }

interface CropToolProps {
  read: (signal: AbortSignal) => Promise<ImageData>
  crop: Crop | null
  onApply: CropStepProps['onApply']
  onLeave: () => void
}

/** The picture of a design, in place of its stencil. */
export function CropTool({ read, crop, onApply, onLeave }: CropToolProps) {
  const photo = usePhoto(read)
  const leave = <Button onClick={onLeave}>{text.leave}</Button>
  if (photo === 'failed') {
    return (
      <Notice kind="error" title={typeset(text.failed)}>
        {leave}
      </Notice>
    )
  }
  if (!photo) return <Waiting imageUrl="">{atelierMessages.opening}</Waiting>
  return <CropStep photo={photo} initial={crop} label={text.apply} ways={leave} onApply={onApply} />
}

/** Null while the picture is read. */
function usePhoto(read: CropToolProps['read']): HTMLCanvasElement | 'failed' | null {
  const [photo, setPhoto] = useState<HTMLCanvasElement | 'failed' | null>(null)
  const open = useEffectEvent(read)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const show = (read: HTMLCanvasElement | 'failed') => {
      if (!signal.aborted) setPhoto(read)
    }
    open(signal).then(
      (pixels) => show(toCanvas(pixels)),
      () => show('failed'),
    )
    return () => controller.abort()
  }, [])
  return photo
}

interface CropStepProps {
  photo: HTMLCanvasElement
  /** Null for the whole picture. */
  initial: Crop | null
  label: string
  /** What is asked besides. */
  children?: ReactNode
  ways?: ReactNode
  /** Rejects or returns a sentence when the part cannot be taken. */
  onApply: (crop: Crop) => Promise<string | null>
}

/** The four corners of the drawing, and a brush over what is not the drawing. */
export function CropStep({ photo, initial, label, children, ways, onApply }: CropStepProps) {
  const [crop, setCrop] = useState(initial ?? wholePicture)
  const [tool, setTool] = useState<Tool>('corners')
  const [brush, setBrush] = useState(6)
  const { isWorking, failure, apply } = useApply(onApply)
  const corners = cornersOf({ corners: crop.corners.map((share) => share * longest) })
  // Crossed corners have no picture between them.
  const canStraighten = isConvex(corners)
  const undo = () => setCrop({ ...crop, strokes: crop.strokes.slice(0, -1) })
  useCorrectKeys({ onUndo: undo, onRedo: () => {}, onTool: () => {} })

  const sheet = <CropPhoto photo={photo} crop={crop} tool={tool} brush={brush} onCrop={setCrop} />
  return (
    <Workbench sheet={sheet}>
      <SegmentedControl label={text.title} choices={text.tools} value={tool} onChange={setTool} />
      <p>{typeset(text.hints[tool])}</p>
      {tool === 'brush' && (
        <SliderField
          label={text.brush}
          text={text.brushWidth(brush)}
          {...widths}
          value={brush}
          onChange={setBrush}
        />
      )}
      {!canStraighten && <Notice kind="error" title={typeset(text.crossed)} />}
      {children}
      <Bar>
        {failure !== null && <Notice kind="error" title={typeset(failure)} />}
        <Button
          variant="primary"
          disabled={!canStraighten || isWorking}
          onClick={() => void apply(crop)}
        >
          {isWorking ? text.working : label}
        </Button>
      </Bar>
      <div className={controls.buttons}>
        <Button disabled={crop.strokes.length === 0} onClick={undo}>
          {text.undo}
        </Button>
        <Button onClick={() => setCrop(wholePicture)}>{text.reset}</Button>
        {ways}
      </div>
    </Workbench>
  )
}

/** Takes the part. `failure` is a sentence. */
function useApply(onApply: CropStepProps['onApply']) {
  const [isWorking, setIsWorking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  async function apply(crop: Crop) {
    setFailure(null)
    setIsWorking(true)
    // Without a bug in it, only memory can be missing.
    setFailure(await onApply(crop).catch(() => text.failed))
    setIsWorking(false)
  }
  return { isWorking, failure, apply }
}

interface CropPhotoProps {
  photo: HTMLCanvasElement
  crop: Crop
  tool: Tool
  brush: number
  onCrop: (crop: Crop) => void
}

const round = (share: number) => Math.round(1e4 * share) / 1e4

/** The picture with its four corners, or with the brush. */
function CropPhoto({ photo, crop, tool, brush, onCrop }: CropPhotoProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { width, height } = photo
  const points = cornersOf(crop).map(({ x, y }) => ({ x: x * width, y: y * height }))
  useEffect(() => {
    canvas.current?.getContext('2d')?.drawImage(photo, 0, 0)
  }, [photo])

  function moveCorner(index: number, { x, y }: Point) {
    const corners = [...crop.corners]
    corners.splice(2 * index, 2, round(x / width), round(y / height))
    onCrop({ ...crop, corners })
  }

  return (
    <PhotoFrame
      photo={photo}
      points={tool === 'corners' ? points : []}
      nameOf={text.corner}
      onPoint={moveCorner}
    >
      <canvas
        ref={canvas}
        className={styles.photo}
        width={width}
        height={height}
        role="img"
        aria-label={text.picture}
      />
      <svg
        className={styles.outline}
        width="100%"
        height="100%"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <Strokes crop={crop} width={width} height={height} />
        <polygon
          points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      {tool === 'brush' && <Brush photo={photo} crop={crop} brush={brush} onCrop={onCrop} />}
    </PhotoFrame>
  )
}

interface StrokesProps {
  crop: Crop
  width: number
  height: number
}

function Strokes({ crop, width, height }: StrokesProps) {
  return crop.strokes.map((stroke) => (
    <polyline
      key={JSON.stringify(stroke)}
      className={styles.covered}
      points={stroke.points
        .map((share, index) => share * (index % 2 === 0 ? width : height))
        .join(' ')}
      strokeWidth={stroke.width * Math.max(width, height)}
    />
  ))
}

function Brush({ photo, crop, brush, onCrop }: Omit<CropPhotoProps, 'tool'>) {
  const scale = longest / Math.max(photo.width, photo.height)
  const size = { width: photo.width * scale, height: photo.height * scale }

  function draw(points: readonly Point[]) {
    const inside = simplifyPoints(points, toleranceOfStrokes).map((point) =>
      keepInside(point, size),
    )
    const stroke = {
      width: round(brush / longest),
      points: inside.flatMap(({ x, y }) => [round(x / size.width), round(y / size.height)]),
    }
    onCrop({ ...crop, strokes: [...crop.strokes, stroke] })
  }

  const { layer, points, cursor, handlers } = useStroke({ onDraw: draw, size })
  return (
    <button
      ref={layer}
      type="button"
      className={`${styles.layer} ${styles.outline}`}
      aria-label={typeset(text.layer())}
      {...handlers}
    >
      <svg viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
        <polyline
          className={styles.covered}
          points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
          strokeWidth={brush}
        />
        {cursor && <circle className={styles.cursor} cx={cursor.x} cy={cursor.y} r={brush / 2} />}
      </svg>
    </button>
  )
}
