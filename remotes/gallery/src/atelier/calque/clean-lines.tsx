import type { AtelierSettingsChange, CleanLines } from '@encre/gallery-worker/contract'
import { maximumSizeMm } from '@encre/protocol/ink-size'
import { type LineClass, lineClasses } from '@encre/stencil/line-classes'
import type { TracedGap, TracedLine } from '@encre/stencil/messages'
import type { SizeMm } from '@encre/stencil/pixels'
import { decimal } from '@encre/stencil/printed-messages'
import type { Point } from '@encre/stencil/skin'
import { Button } from '@encre/ui/button'
import { SegmentedControl } from '@encre/ui/segmented-control'
import { typeset } from '@encre/ui/typeset'
import { useId } from 'react'
import { knownLines, type Workshop } from '../studio/workshop.ts'
import { atelierMessages as text } from '../workbench/atelier-messages.ts'
import controls from '../workbench/controls.module.css'
import { Remark } from '../workbench/fields.tsx'
import styles from '../workbench/sheet.module.css'
import { bringBack, leaveOut, moveLine } from './clean-state.ts'
import { StrokeLayer, useStroke } from './correct-tools.tsx'

/** Thermal paper takes no thinner line for sure. */
const thinnestMm = 0.5

interface CleanSettingsProps {
  cleanLines: CleanLines
  onChange: (change: AtelierSettingsChange) => void
}

/** The thickness of each class, and the fills. Nothing is thickened in silence. */
export function CleanSettings({ cleanLines, onChange }: CleanSettingsProps) {
  const { widths } = cleanLines
  const isThin = lineClasses.some((kind) => widths[kind] < thinnestMm)
  const change = (kind: LineClass, width: number) =>
    onChange({ cleanLines: knownLines({ ...cleanLines, widths: { ...widths, [kind]: width } }) })
  return (
    <>
      <fieldset className={controls.thickness}>
        <legend className={controls.label}>{text.thickness}</legend>
        {lineClasses.map((kind) => (
          <Thickness
            key={kind}
            label={text.lineClasses[kind]}
            value={widths[kind]}
            onChange={(width) => change(kind, width)}
          />
        ))}
        <p className={controls.note}>{typeset(isThin ? text.thinForPaper : text.moveLine)}</p>
      </fieldset>
      <SegmentedControl
        label={text.fills}
        choices={text.fillStyles}
        value={knownLines(cleanLines).fills ?? 'solid'}
        onChange={(fills) => onChange({ cleanLines: knownLines({ ...cleanLines, fills }) })}
      />
    </>
  )
}

interface ThicknessProps {
  label: string
  value: number
  onChange: (value: number) => void
}

function Thickness({ label, value, onChange }: ThicknessProps) {
  const id = useId()
  const millimetres = `${decimal(value, 1)}\u00a0mm`
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        className={controls.range}
        aria-valuetext={millimetres}
        min={0.2}
        max={2}
        step={0.1}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
      />
      <span className={controls.value}>{millimetres}</span>
    </>
  )
}

interface LineLayerProps {
  workshop: Workshop
  /** None unless they were drawn again. */
  lines: readonly TracedLine[]
  isMirrored: boolean
}

/** Puts the line that is pressed in the next class: by pointer, pen, or the arrow keys with the space bar. */
export function LineLayer({ workshop, lines, isMirrored }: LineLayerProps) {
  const { shell, size, toStrokes, cleanLines, onChange } = workshop
  const stroke = useStroke({ size, isMirrored, onDraw: press })

  function press([place]: readonly Point[]) {
    const moved = place && cleanLines && moveLine(cleanLines, lines, place, toStrokes)
    if (!moved) return
    onChange({ cleanLines: knownLines(moved.cleanLines) })
    shell.announce(text.lineMoved(moved.to))
  }

  if (lines.length === 0) return null
  return (
    <StrokeLayer isPress label={text.lineLayer} {...{ stroke, size, isMirrored }}>
      <path className={styles.crowded} d={pathAlong(lines.filter(({ isCrowded }) => isCrowded))} />
      <path className={styles.leftOut} d={pathAlong(lines.filter(isLeftOut))} />
    </StrokeLayer>
  )
}

const isLeftOut = ({ kind }: TracedLine) => kind === 'none'
const pathAlong = (lines: readonly TracedLine[]) =>
  lines.map(({ points }) => `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}`).join('')

/**
 * Offers to leave out the details that are too small at this size. They are marked on the sheet
 * before they go, and after.
 */
export function LightenLine({
  workshop,
  lines,
}: {
  workshop: Workshop
  lines: readonly TracedLine[]
}) {
  const { cleanLines, sizeMm, toStrokes, onChange } = workshop
  const crowded = lines.filter(({ isCrowded }) => isCrowded).length
  const leftOut = lines.filter(isLeftOut).length
  if (!cleanLines || crowded + leftOut === 0) return null
  const save = (changed: CleanLines) => onChange({ cleanLines: knownLines(changed) })
  return (
    <Remark sentence={crowded > 0 ? text.crowded(crowded, sizeMm) : text.leftOut(leftOut)}>
      {crowded > 0 ? (
        <Button onClick={() => save(leaveOut(cleanLines, lines, toStrokes))}>{text.lighten}</Button>
      ) : (
        <Button onClick={() => save(bringBack(cleanLines))}>{text.bringBack}</Button>
      )}
    </Remark>
  )
}

interface ApartLineProps {
  workshop: Pick<Workshop, 'sizeMm' | 'onChange'>
  apartMm: number | null
}

/** Nothing changes where lines would merge: one press takes the size at which they stay apart. */
export function ApartLine({ workshop: { sizeMm, onChange }, apartMm }: ApartLineProps) {
  if (apartMm === null || apartMm <= sizeMm) return null
  return (
    <Remark sentence={text.touching(sizeMm)}>
      {apartMm <= maximumSizeMm && (
        <Button onClick={() => onChange({ sizeMm: apartMm })}>{text.take(apartMm)}</Button>
      )}
    </Remark>
  )
}

interface OpenEndsProps {
  openEnds: readonly TracedGap[]
  isShown: boolean
  onShow: (isShown: boolean) => void
}

/** How many lines end before another. They are often meant to, so that none closes by itself. */
export function OpenEndsLine({ openEnds, isShown, onShow }: OpenEndsProps) {
  if (openEnds.length === 0 && !isShown) return null
  return (
    <Remark sentence={text.openEnds(openEnds.length)}>
      <Button aria-pressed={isShown} onClick={() => onShow(!isShown)}>
        {text.show}
      </Button>
    </Remark>
  )
}

interface OpenEndMarksProps {
  openEnds: readonly TracedGap[]
  size: SizeMm
  isMirrored: boolean
  onClose: (gap: TracedGap) => void
}

/** Each open end on the sheet: a press closes it. */
export function OpenEndMarks({ openEnds, size, isMirrored, onClose }: OpenEndMarksProps) {
  return (
    <fieldset
      className={`${styles.marks} ${isMirrored ? styles.mirrored : ''}`}
      aria-label={text.openEnds(openEnds.length)}
      tabIndex={-1}
    >
      {openEnds.map((gap) => {
        const [{ x, y }] = gap
        return (
          <button
            key={JSON.stringify(gap)}
            type="button"
            className={`${styles.point} ${styles.press}`}
            style={{ left: `${(100 * x) / size.width}%`, top: `${(100 * y) / size.height}%` }}
            aria-label={text.closeEnd}
            title={text.closeEnd}
            onClick={(event) => {
              // What is pressed goes with its gap.
              event.currentTarget.closest('fieldset')?.focus()
              onClose(gap)
            }}
          >
            <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
              <circle cx="12" cy="12" r="9" />
            </svg>
          </button>
        )
      })}
    </fieldset>
  )
}
