import { dragPlacement, movePlacement, type Placement, type Point } from '@encre/stencil/skin'
import { typeset } from '@encre/ui/typeset'
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { isShortcut, keepInside, moveOf, PhotoFrame, pointOf } from '../workbench/photo-frame.tsx'
import styles from '../workbench/sheet.module.css'
import { skinMessages as text } from '../workbench/tool-messages.ts'
import { drawCaption, drawSkin } from './draw-skin.ts'
import { EnlargedPoint } from './enlarged-point.tsx'

/** Longest side of the photo on the page, so that a move is drawn at once. */
const longestView = 1200
const turnStep = Math.PI / 36

interface SkinPhotoProps {
  photo: HTMLCanvasElement
  ink: HTMLCanvasElement | null
  placement: Placement
  subject: string
  /** The reference's ends or corners while they are being set; null afterwards. */
  points: readonly Point[] | null
  caption: readonly string[]
  onPoint: (index: number, point: Point) => void
  onLetGo: (index: number) => void
  onPlace: (placement: Placement) => void
}

export function SkinPhoto({
  photo,
  ink,
  placement,
  subject,
  points,
  caption,
  onPoint,
  onLetGo,
  onPlace,
}: SkinPhotoProps) {
  const [shown, setShown] = useState(0)
  const canvas = useRef<HTMLCanvasElement>(null)
  const scale = Math.min(1, longestView / Math.max(photo.width, photo.height))
  const lines = caption.join('\n')
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    drawSkin(context, { photo, ink, placement, scale })
    if (lines) drawCaption(context, lines.split('\n'))
  }, [photo, ink, placement, scale, lines])
  const place = (placed: Placement) =>
    onPlace({ ...placed, middle: keepInside(placed.middle, photo) })
  const fingers = useFingers(photo, placement, place)

  function handleKey(event: KeyboardEvent) {
    const moved = placedByKey(placement, event)
    if (!moved) return
    event.preventDefault()
    place(moved)
  }

  return (
    <PhotoFrame
      photo={photo}
      points={points ?? []}
      nameOf={(index) => text.point(index + 1)}
      onPoint={onPoint}
      onShow={setShown}
      onLetGo={onLetGo}
      {...(points === null && fingers)}
    >
      <canvas
        ref={canvas}
        className={styles.photo}
        width={Math.round(photo.width * scale)}
        height={Math.round(photo.height * scale)}
        role="img"
        aria-label={typeset(text.picture(subject))}
      />
      {points && (
        <EnlargedPoint
          photo={photo}
          points={points}
          index={Math.min(shown, points.length - 1)}
          onPoint={onPoint}
        />
      )}
      {points === null && (
        <button
          type="button"
          className={styles.design}
          data-design
          style={placeStyle(placement, photo)}
          aria-label={typeset(text.design(subject))}
          onKeyDown={handleKey}
        >
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path d="M12 2v20M2 12h20M12 2 9 5M12 2l3 3M12 22l-3-3M12 22l3-3M2 12l3-3M2 12l3 3M22 12l-3-3M22 12l-3 3" />
          </svg>
        </button>
      )}
    </PhotoFrame>
  )
}

function placeStyle(placement: Placement, photo: HTMLCanvasElement): CSSProperties {
  const { middle, size, pixelsPerMm, angle } = placement
  const shareOf = (pixels: number, whole: number) => `${(100 * pixels) / whole}%`
  return {
    left: shareOf(middle.x, photo.width),
    top: shareOf(middle.y, photo.height),
    inlineSize: shareOf(size.width * pixelsPerMm, photo.width),
    blockSize: shareOf(size.height * pixelsPerMm, photo.height),
    rotate: `${angle}rad`,
  }
}

/** Where an arrow key or R puts the design. Null for another key. */
function placedByKey(placement: Placement, event: KeyboardEvent): Placement | null {
  const by = moveOf(event)
  if (by) return movePlacement(placement, by.x, by.y)
  if (event.key.toLowerCase() !== 'r' || isShortcut(event)) return null
  const turn = event.shiftKey ? -turnStep : turnStep
  return { ...placement, angle: placement.angle + turn }
}

function useFingers(
  photo: HTMLCanvasElement,
  placement: Placement,
  onPlace: (placed: Placement) => void,
) {
  const fingers = useRef(new Map<number, Point>())
  const start = useRef<{ placement: Placement; points: Point[] } | null>(null)
  const restart = () => {
    const points = [...fingers.current.values()].slice(0, 2)
    start.current = points.length > 0 ? { placement, points } : null
  }
  const follow = (event: PointerEvent) => {
    fingers.current.set(event.pointerId, pointOf(event, event.currentTarget, photo))
  }
  const release = (event: PointerEvent) => {
    if (fingers.current.delete(event.pointerId)) restart()
  }
  return {
    onPointerDown: (event: PointerEvent) => {
      const isOnDesign =
        event.target instanceof Element && event.target.closest('[data-design]') !== null
      if (fingers.current.size === 0 && !isOnDesign) return
      event.currentTarget.setPointerCapture(event.pointerId)
      follow(event)
      restart()
    },
    onPointerMove: (event: PointerEvent) => {
      if (!start.current || !fingers.current.has(event.pointerId)) return
      follow(event)
      const { placement: from, points } = start.current
      onPlace(dragPlacement(from, points, [...fingers.current.values()].slice(0, 2)))
    },
    onPointerUp: release,
    onPointerCancel: release,
  }
}
