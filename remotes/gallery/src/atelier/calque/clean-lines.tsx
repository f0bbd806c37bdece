import type { AtelierSettingsChange, CleanLines } from '@encre/gallery-worker/contract'
import { type LineClass, lineClasses } from '@encre/stencil/line-classes'
import type { TracedLine } from '@encre/stencil/messages'
import { decimal } from '@encre/stencil/printed-messages'
import type { Point } from '@encre/stencil/skin'
import { typeset } from '@encre/ui/typeset'
import { useId } from 'react'
import type { Workshop } from '../studio/workshop.ts'
import { atelierMessages as text } from '../workbench/atelier-messages.ts'
import controls from '../workbench/controls.module.css'
import styles from '../workbench/sheet.module.css'
import { moveLine } from './clean-state.ts'
import { useStroke } from './correct-tools.tsx'

/** Thermal paper takes no thinner line for sure. */
const thinnestMm = 0.5

interface CleanSettingsProps {
  cleanLines: CleanLines
  onChange: (change: AtelierSettingsChange) => void
}

/** The thickness of each class. Nothing is thickened in silence. */
export function CleanSettings({ cleanLines, onChange }: CleanSettingsProps) {
  const { widths } = cleanLines
  const isThin = lineClasses.some((kind) => widths[kind] < thinnestMm)
  const change = (kind: LineClass, width: number) =>
    onChange({ cleanLines: writable({ ...cleanLines, widths: { ...widths, [kind]: width } }) })
  return (
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
  const { layer, cursor, handlers } = useStroke({ size, isMirrored, onDraw: press })

  function press([place]: readonly Point[]) {
    const moved = place && cleanLines && moveLine(cleanLines, lines, place, toStrokes)
    if (!moved) return
    onChange({ cleanLines: writable(moved.cleanLines) })
    shell.announce(text.lineMoved(moved.to))
  }

  if (lines.length === 0) return null
  return (
    <button
      ref={layer}
      type="button"
      className={`${styles.layer} ${styles.press}`}
      aria-label={typeset(text.lineLayer)}
      {...handlers}
    >
      <svg
        className={isMirrored ? styles.mirrored : undefined}
        viewBox={`0 0 ${size.width} ${size.height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {cursor && <circle className={styles.cursor} cx={cursor.x} cy={cursor.y} r={1} />}
      </svg>
    </button>
  )
}

/** With the classes that the worker knows. */
function writable({ widths, moved }: CleanLines): NonNullable<AtelierSettingsChange['cleanLines']> {
  const known = moved.flatMap(({ x, y, to }) => {
    const kind = lineClasses.find((each) => each === to)
    return kind ? [{ x, y, to: kind }] : []
  })
  return { widths, moved: known }
}
