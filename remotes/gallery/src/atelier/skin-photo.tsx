import { movePlacement, type Placement, type Point } from '@encre/stencil/skin'
import { typeset } from '@encre/ui/typeset'
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { drawCaption, drawSkin } from './draw-skin.ts'
import styles from './skin.module.css'
import { skinMessages as text } from './tool-messages.ts'

/** Longest side of the photo on the page, so that a move is drawn at once. */
const longestView = 1200
const turnStep = Math.PI / 36

interface SkinPhotoProps {
  photo: HTMLCanvasElement
  ink: HTMLCanvasElement | null
  placement: Placement
  subject: string
  /** The reference's two ends while they are being set; null afterwards. */
  points: readonly [Point, Point] | null
  caption: readonly string[]
  onPoint: (index: 0 | 1, point: Point) => void
  onPlace: (placement: Placement) => void
}

/** The photo with the design on it. Points and design move by pointer and by keyboard. */
export function SkinPhoto({ photo, ink, placement, subject, points, caption, onPoint, onPlace }: SkinPhotoProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const scale = Math.min(1, longestView / Math.max(photo.width, photo.height))
  const lines = caption.join('\n')
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    drawSkin(context, { photo, ink, placement, scale })
    if (lines) drawCaption(context, lines.split('\n'))
  }, [photo, ink, placement, scale, lines])

  const drag = useDrag(frame, photo)
  const [moveX, moveY] = [placement.middle.x / photo.width, placement.middle.y / photo.height]

  function handleKey(event: KeyboardEvent) {
    const step = event.shiftKey ? 10 : 1
    const move = moves[event.key]
    if (move) onPlace(movePlacement(placement, move[0] * step, move[1] * step))
    else if (event.key.toLowerCase() === 'r') onPlace({ ...placement, angle: placement.angle + (event.shiftKey ? -turnStep : turnStep) })
    else return
    event.preventDefault()
  }

  return (
    <div ref={frame} className={styles.frame}>
      <canvas
        ref={canvas}
        className={styles.photo}
        width={Math.round(photo.width * scale)}
        height={Math.round(photo.height * scale)}
        role="img"
        aria-label={typeset(text.picture(subject))}
      />
      {points === null && (
        <button
          type="button"
          className={styles.design}
          style={{ left: `${100 * moveX}%`, top: `${100 * moveY}%` }}
          aria-label={typeset(text.design(subject))}
          onKeyDown={handleKey}
          {...drag(placement.middle, (middle) => onPlace({ ...placement, middle }))}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M12 2v20M2 12h20M12 2 9 5M12 2l3 3M12 22l-3-3M12 22l3-3M2 12l3-3M2 12l3 3M22 12l-3-3M22 12l-3 3" />
          </svg>
        </button>
      )}
      {points?.map((point, index) => (
        <ReferencePoint
          key={index}
          number={index === 0 ? 1 : 2}
          point={point}
          photo={photo}
          drag={drag}
          onMove={(moved) => onPoint(index === 0 ? 0 : 1, moved)}
        />
      ))}
    </div>
  )
}

const moves: Partial<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

interface ReferencePointProps {
  number: 1 | 2
  point: Point
  photo: HTMLCanvasElement
  drag: ReturnType<typeof useDrag>
  onMove: (point: Point) => void
}

function ReferencePoint({ number, point, photo, drag, onMove }: ReferencePointProps) {
  function handleKey(event: KeyboardEvent) {
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    const step = event.shiftKey ? 10 : 1
    onMove(keepInside({ x: point.x + move[0] * step, y: point.y + move[1] * step }, photo))
  }
  return (
    <button
      type="button"
      className={styles.point}
      style={{ left: `${(100 * point.x) / photo.width}%`, top: `${(100 * point.y) / photo.height}%` }}
      aria-label={typeset(text.point(number))}
      onKeyDown={handleKey}
      {...drag(point, onMove)}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r="7" />
        <path d="M12 1v22M1 12h22" />
      </svg>
    </button>
  )
}

/** Handlers that move a point of the photo with the pointer, without a jump to where it was grabbed. */
function useDrag(frame: RefObject<HTMLElement | null>, photo: HTMLCanvasElement) {
  const grabbed = useRef<{ pointer: Point; point: Point } | null>(null)
  const toPhoto = (event: PointerEvent): Point => {
    const box = frame.current?.getBoundingClientRect()
    if (!box) return { x: 0, y: 0 }
    return { x: ((event.clientX - box.left) / box.width) * photo.width, y: ((event.clientY - box.top) / box.height) * photo.height }
  }
  return (point: Point, onMove: (point: Point) => void) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      grabbed.current = { pointer: toPhoto(event), point }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!grabbed.current) return
      const { pointer, point: start } = grabbed.current
      const now = toPhoto(event)
      onMove(keepInside({ x: start.x + now.x - pointer.x, y: start.y + now.y - pointer.y }, photo))
    },
    onPointerUp: () => {
      grabbed.current = null
    },
    onPointerCancel: () => {
      grabbed.current = null
    },
  })
}

function keepInside({ x, y }: Point, { width, height }: HTMLCanvasElement): Point {
  return { x: Math.min(width, Math.max(0, x)), y: Math.min(height, Math.max(0, y)) }
}

interface PhotoInputProps {
  label: string
  /** Opens the camera where there is one. */
  withCamera?: boolean
  onFile: (file: File) => void
}

/** A button that opens the device's pictures or its camera. */
export function PhotoInput({ label, withCamera = false, onFile }: PhotoInputProps) {
  return (
    <label className={styles.button}>
      <input
        type="file"
        className={styles.input}
        accept="image/*"
        capture={withCamera ? 'environment' : undefined}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          // The same file can be chosen again.
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
      {label}
    </label>
  )
}
