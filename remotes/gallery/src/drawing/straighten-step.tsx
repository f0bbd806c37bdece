import { isConvex, type Quad, straighten } from '@encre/stencil/perspective'
import type { Pixels } from '@encre/stencil/pixels'
import type { Point } from '@encre/stencil/skin'
import { Button } from '@encre/ui/button'
import { Notice } from '@encre/ui/notice'
import { typeset } from '@encre/ui/typeset'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import layout from '../atelier/atelier-page.module.css'
import controls from '../atelier/controls.module.css'
import { DragPoint, useDrag } from '../atelier/drag-point.tsx'
import { pause, readPixels } from '../atelier/picture.ts'
import skin from '../atelier/skin.module.css'
import { drawingMessages as text } from './drawing-messages.ts'
import styles from './drawing-page.module.css'

/** The whole picture as corners. */
export function wholeOf({ width, height }: { width: number; height: number }): Quad {
  return [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ]
}

interface StraightenStepProps {
  photo: HTMLCanvasElement
  corners: Quad
  name: string
  /** Ways to another picture. */
  ways: ReactNode
  onCorners: (corners: Quad) => void
  onName: (name: string) => void
  onDone: (picture: Pixels) => void
}

/** Crops a picture and straightens it by its four corners. */
export function StraightenStep({ photo, corners, name, ways, onCorners, onName, onDone }: StraightenStepProps) {
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const drag = useDrag(frame, photo)
  const [status, setStatus] = useState<'idle' | 'working' | 'failed'>('idle')
  const canStraighten = isConvex(corners)
  useEffect(() => {
    canvas.current?.getContext('2d')?.drawImage(photo, 0, 0)
  }, [photo])

  function moveCorner(index: number, moved: Point) {
    const [topLeft, topRight, bottomRight, bottomLeft] = corners.map((corner, each) => (each === index ? moved : corner))
    if (topLeft && topRight && bottomRight && bottomLeft) onCorners([topLeft, topRight, bottomRight, bottomLeft])
  }

  async function handleContinue() {
    setStatus('working')
    try {
      const picture = await readPixels(photo, new AbortController().signal)
      const isWhole = JSON.stringify(corners) === JSON.stringify(wholeOf(photo))
      onDone(isWhole ? picture : await straighten(picture, corners, pause))
    } catch {
      // Without a bug in it, only memory can be missing.
      setStatus('failed')
    }
  }

  return (
    <div className={layout.workbench}>
      <div className={layout.drawing}>
        <div ref={frame} className={skin.frame}>
          <canvas ref={canvas} className={skin.photo} width={photo.width} height={photo.height} role="img" aria-label={text.picture} />
          <svg className={styles.outline} viewBox={`0 0 ${photo.width} ${photo.height}`} preserveAspectRatio="none" aria-hidden="true">
            <polygon points={corners.map(({ x, y }) => `${x},${y}`).join(' ')} />
          </svg>
          {corners.map((corner, index) => (
            <DragPoint
              key={text.corner[index]}
              label={text.corner[index] ?? ''}
              point={corner}
              photo={photo}
              drag={drag}
              onMove={(moved) => moveCorner(index, moved)}
            />
          ))}
        </div>
        <p className={controls.note}>{typeset(text.private)}</p>
      </div>
      <div className={controls.panel}>
        <h2 className={styles.heading}>{text.crop}</h2>
        <p className={controls.line}>{typeset(text.corners)}</p>
        {!canStraighten && <Notice kind="error" title={typeset(text.crossed)} />}
        <div className={controls.group}>
          <label className={controls.label} htmlFor={id}>
            {text.name}
          </label>
          <input id={id} className={controls.text} maxLength={200} value={name} onChange={(event) => onName(event.target.value)} />
        </div>
        <div className={controls.actions}>
          <Button variant="primary" disabled={!canStraighten || status === 'working'} onClick={() => void handleContinue()}>
            {status === 'working' ? text.straightening : text.continue}
          </Button>
          {status === 'failed' && <Notice kind="error" title={typeset(text.failed)} />}
          <Button onClick={() => onCorners(wholeOf(photo))}>{text.reset}</Button>
          {ways}
        </div>
      </div>
    </div>
  )
}
