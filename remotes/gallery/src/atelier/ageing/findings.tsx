import type { Assessment, Place } from '@encre/stencil/assessment'
import type { SizeMm } from '@encre/stencil/pixels'
import { decimal } from '@encre/stencil/printed-messages'
import { typeset } from '@encre/ui/typeset'
import { useEffect, useRef } from 'react'
import controls from '../workbench/controls.module.css'
import { ageingMessages as text } from '../workbench/tool-messages.ts'

interface FindingListProps {
  assessment: Assessment
  rule: 'strokes' | 'dots'
  kinds: readonly FindingKind[]
  onPlace: (place: Place | null) => void
}

export function FindingList({ assessment, rule, kinds, onPlace }: FindingListProps) {
  return (
    <ul>
      {kinds.map((kind) => {
        const finding = assessment[kind]
        const { places } = finding
        return (
          <li key={kind} className={controls.finding}>
            <span className={`${controls.sign} ${controls[kind]}`} aria-hidden="true" />
            <span>{typeset(text.findings[rule][kind])}</span>
            <span className={controls.note}>
              {typeset(text.share(finding, text.counted[rule][kind]))}
            </span>
            {places.length > 0 && (
              <details>
                <summary className={controls.summary}>{text.places(places.length)}</summary>
                <ol className={controls.group}>
                  {places.map((place) => (
                    <li key={`${place.x} ${place.y}`}>
                      <button
                        type="button"
                        className={controls.place}
                        onFocus={() => onPlace(place)}
                        onBlur={() => onPlace(null)}
                        onPointerEnter={() => onPlace(place)}
                        onPointerLeave={() => onPlace(null)}
                        // Some phones focus no button that is touched.
                        onClick={() => onPlace(place)}
                      >
                        {typeset(text.place(decimal(place.x / 10, 1), decimal(place.y / 10, 1)))}
                      </button>
                    </li>
                  ))}
                </ol>
              </details>
            )}
          </li>
        )
      })}
    </ul>
  )
}

export type FindingKind = 'thin' | 'closing' | 'filling'

interface FindingOverlayProps {
  assessment: Assessment
  size: SizeMm
  kinds: readonly FindingKind[]
}

const longest = 1200
/** Least size of a mark, in pixels of the canvas: a fine line must be seen. */
const leastMark = 6
const orange = '#c2570c'
const red = '#a3161b'

export function FindingOverlay({ assessment, size, kinds }: FindingOverlayProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const scale = longest / Math.max(size.width, size.height)
  const width = Math.round(size.width * scale)
  const height = Math.round(size.height * scale)
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    context.clearRect(0, 0, width, height)
    for (const kind of kinds) drawMarks(context, kind, assessment[kind].marks, scale)
  }, [assessment, kinds, scale, width, height])
  return <canvas ref={canvas} width={width} height={height} />
}

function drawMarks(
  context: CanvasRenderingContext2D,
  kind: FindingKind,
  marks: Float32Array,
  scale: number,
): void {
  context.beginPath()
  for (let i = 0; i < marks.length; i += 3) {
    const x = (marks[i] ?? 0) * scale
    const y = (marks[i + 1] ?? 0) * scale
    const side = Math.max(leastMark, (marks[i + 2] ?? 0) * scale)
    if (kind === 'filling') {
      context.moveTo(x + side, y)
      context.arc(x, y, side, 0, 2 * Math.PI)
    } else context.rect(x - side / 2, y - side / 2, side, side)
  }
  if (kind === 'filling') {
    context.strokeStyle = red
    context.lineWidth = 3
    context.stroke()
    return
  }
  context.fillStyle = kind === 'thin' ? orange : (hatching(context) ?? red)
  context.fill()
}

/** Red stripes: colour alone would not tell the kinds apart. */
function hatching(context: CanvasRenderingContext2D): CanvasPattern | null {
  const tile = Object.assign(document.createElement('canvas'), { width: 6, height: 6 })
  const stripes = tile.getContext('2d')
  if (!stripes) return null
  stripes.strokeStyle = red
  stripes.lineWidth = 3
  stripes.beginPath()
  for (const start of [-3, 3, 9]) {
    stripes.moveTo(start - 3, 9)
    stripes.lineTo(start + 9, -3)
  }
  stripes.stroke()
  return context.createPattern(tile, 'repeat')
}

export function PlaceRing({ place, size }: { place: Place; size: SizeMm }) {
  const radius = Math.max(size.width, size.height) / 22
  return (
    <svg viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true" overflow="visible">
      <circle
        cx={place.x}
        cy={place.y}
        r={radius}
        fill="none"
        stroke="#fff"
        strokeWidth={radius / 3}
      />
      <circle
        cx={place.x}
        cy={place.y}
        r={radius}
        fill="none"
        stroke="#4a22b5"
        strokeWidth={radius / 6}
      />
    </svg>
  )
}
