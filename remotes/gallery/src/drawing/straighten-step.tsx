import { isConvex, type Quad, straighten } from '@encre/stencil/perspective'
import type { Pixels } from '@encre/stencil/pixels'
import type { Point } from '@encre/stencil/skin'
import { Button } from '@encre/ui/button'
import { Notice } from '@encre/ui/notice'
import { typeset } from '@encre/ui/typeset'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import controls from '../atelier/controls.module.css'
import { PhotoFrame } from '../atelier/photo-frame.tsx'
import { pause, readPixels } from '../atelier/picture.ts'
import styles from '../atelier/sheet.module.css'
import { Bar, Workbench } from '../atelier/workbench.tsx'
import { drawingMessages as text } from './drawing-messages.ts'

export function wholeOf({ width, height }: { width: number; height: number }): Quad {
  return [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ]
}

/** Four points as corners, clockwise from the top left. Null for another number of points. */
export function toQuad(points: readonly Point[]): Quad | null {
  const [topLeft, topRight, bottomRight, bottomLeft] = points
  if (!topLeft || !topRight || !bottomRight || !bottomLeft) return null
  return [topLeft, topRight, bottomRight, bottomLeft]
}

/** The part of the photo between the corners, straight. Rejects where memory is missing. */
export async function cutOut(photo: HTMLCanvasElement, corners: Quad): Promise<Pixels> {
  const picture = await readPixels(photo, new AbortController().signal)
  const isWhole = JSON.stringify(corners) === JSON.stringify(wholeOf(photo))
  return isWhole ? picture : straighten(picture, corners, pause)
}

interface StraightenStepProps {
  photo: HTMLCanvasElement
  corners: Quad
  name: string
  ways: ReactNode
  onCorners: (corners: Quad) => void
  onName: (name: string) => void
  onDone: (picture: Pixels) => void
}

export function StraightenStep({
  photo,
  corners,
  name,
  ways,
  onCorners,
  onName,
  onDone,
}: StraightenStepProps) {
  const [status, setStatus] = useState<'idle' | 'working' | 'failed'>('idle')
  const canStraighten = isConvex(corners)

  async function handleContinue() {
    setStatus('working')
    try {
      onDone(await cutOut(photo, corners))
    } catch {
      // Without a bug in it, only memory can be missing.
      setStatus('failed')
    }
  }

  return (
    <Workbench sheet={<CornersPhoto photo={photo} corners={corners} onCorners={onCorners} />}>
      <h2 className={controls.strong}>{text.crop}</h2>
      <p>{typeset(text.corners)}</p>
      {!canStraighten && <Notice kind="error" title={typeset(text.crossed)} />}
      <NameField name={name} onName={onName} />
      <Bar>
        {status === 'failed' && <Notice kind="error" title={typeset(text.failed)} />}
        <Button
          variant="primary"
          disabled={!canStraighten || status === 'working'}
          onClick={() => void handleContinue()}
        >
          {status === 'working' ? text.straightening : text.continue}
        </Button>
      </Bar>
      <div className={controls.buttons}>
        <Button onClick={() => onCorners(wholeOf(photo))}>{text.reset}</Button>
        {ways}
      </div>
      <p className={controls.note}>{typeset(text.private)}</p>
    </Workbench>
  )
}

type CornersPhotoProps = Pick<StraightenStepProps, 'photo' | 'corners' | 'onCorners'>

/** The photo with its four corners, which the visitor moves. */
function CornersPhoto({ photo, corners, onCorners }: CornersPhotoProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    canvas.current?.getContext('2d')?.drawImage(photo, 0, 0)
  }, [photo])

  function moveCorner(index: number, moved: Point) {
    const next = toQuad(corners.map((corner, each) => (each === index ? moved : corner)))
    if (next) onCorners(next)
  }

  return (
    <PhotoFrame photo={photo} points={corners} nameOf={text.corner} onPoint={moveCorner}>
      <canvas
        ref={canvas}
        className={styles.photo}
        width={photo.width}
        height={photo.height}
        role="img"
        aria-label={text.picture}
      />
      <svg
        className={styles.outline}
        width="100%"
        height="100%"
        viewBox={`0 0 ${photo.width} ${photo.height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <polygon
          points={corners.map(({ x, y }) => `${x},${y}`).join(' ')}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </PhotoFrame>
  )
}

function NameField({ name, onName }: Pick<StraightenStepProps, 'name' | 'onName'>) {
  const id = useId()
  return (
    <div className={controls.group}>
      <label className={controls.label} htmlFor={id}>
        {text.name}
      </label>
      <input
        id={id}
        className={controls.text}
        maxLength={200}
        value={name}
        onChange={(event) => onName(event.target.value)}
      />
    </div>
  )
}
