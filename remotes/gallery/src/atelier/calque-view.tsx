import type { FileTask } from '@encre/stencil/file-messages'
import type { Fineness, Rendering } from '@encre/stencil/line-art'
import type { Paper } from '@encre/stencil/sheet-plan'
import type { StencilColour } from '@encre/stencil/sheets'
import { Button } from '@encre/ui/button'
import { Notice } from '@encre/ui/notice'
import { SegmentedControl } from '@encre/ui/segmented-control'
import { typeset } from '@encre/ui/typeset'
import { useState } from 'react'
import { atelierMessages as text } from './atelier-messages.ts'
import layout from './atelier-page.module.css'
import { type CalqueState, openedCalque, tasksOf, viewOf } from './calque-state.ts'
import controls from './controls.module.css'
import { CorrectLayer, CorrectTools, useCorrections } from './correct-tools.tsx'
import { ExportStatus, ShareOrDownload } from './export-status.tsx'
import { SizeField } from './fields.tsx'
import { makeStencilPdf, writeFile } from './make-pdf.ts'
import { fileNameOf } from './save-file.ts'
import styles from './sheet.module.css'
import { ProgressLine, Sheet } from './sheet.tsx'
import { ask } from './studio-client.ts'
import { useExport } from './use-export.ts'
import { useTask } from './use-task.ts'
import type { Workshop } from './workshop.ts'

/** Milliseconds without a change before the stencil is traced: a slider changes often. */
const traceDelayMs = 150

const renderings: Rendering[] = ['lines', 'fills', 'outlines']
const finenesses: Fineness[] = [1, 2, 3]
const papers: Paper[] = ['a4', 'letter', 'roll']
const colours: StencilColour[] = ['black', 'violet']

/** The design's lines at true size, and the files that print them. */
export function CalqueView({ workshop }: { workshop: Workshop }) {
  const { shell, design, client, sizeMm, size, rendering, fineness, frame, onChange } = workshop
  const [calque, setCalque] = useState(openedCalque)
  const corrections = useCorrections(workshop)
  const { paper, isMirrored, colour } = calque
  const { origin } = design
  const lineArt = { rendering, fineness, sizeMm }
  const tasks = tasksOf(calque, lineArt)
  const trace = useTask(client, tasks.trace, traceDelayMs)
  const sheets = useTask(client, tasks.sheets, traceDelayMs)
  const { traced, isBusy, emptyLine, hasFailed, sheetLine, canPrint, canExport } = viewOf(rendering, trace, sheets)
  const exporting = useExport(shell, JSON.stringify({ ...calque, ...lineArt, strokes: workshop.strokes }))
  const change = (part: Partial<CalqueState>) => setCalque((before) => ({ ...before, ...part }))

  async function makeFile(task: FileTask, suffix: string, type: string, signal: AbortSignal): Promise<File> {
    return new File([await writeFile(task, signal)], fileNameOf(design.subject, suffix), { type })
  }

  function makePdf(signal: AbortSignal): Promise<File> {
    return makeStencilPdf(client, design, { ...calque, ...lineArt }, signal)
  }

  async function makePng(signal: AbortSignal): Promise<File> {
    const { field, box, mmPerPixel } = await ask(client, 'line-art', { type: 'line-art', ...lineArt }, signal)
    return makeFile({ type: 'png', field, box, mmPerPixel, colour, origin }, 'calque.png', 'image/png', signal)
  }

  async function makeSvg(signal: AbortSignal): Promise<File> {
    const { loops, size: drawn } = await ask(client, 'outlined', { type: 'outline', ...lineArt }, signal)
    return makeFile({ type: 'svg', loops, size: drawn, colour, title: design.subject, origin }, 'calque.svg', 'image/svg+xml', signal)
  }

  return (
    <div className={layout.workbench}>
      <div className={layout.drawing}>
        <CorrectTools {...corrections} />
        <Sheet size={size} isBusy={isBusy}>
          {traced && (
            <svg
              className={isMirrored ? styles.mirrored : styles.lines}
              viewBox={`0 0 ${traced.size.width} ${traced.size.height}`}
              preserveAspectRatio="none"
              role="img"
              aria-label={typeset(text.calqueOf(design.subject))}
            >
              <path d={traced.path} fillRule="evenodd" />
            </svg>
          )}
          <CorrectLayer corrections={corrections} size={size} isMirrored={isMirrored} />
        </Sheet>
        <ProgressLine label={text.tracing} share={trace.progress} />
        {emptyLine && <p className={controls.strong}>{typeset(emptyLine)}</p>}
        {hasFailed && <Notice kind="error" title={text.studioFailures.failed} />}
        {frame && (
          <p className={controls.line}>
            {frame === 'ignored' ? text.frameIgnored : text.frameKept} ·{' '}
            <button type="button" className={controls.link} onClick={() => onChange({ keepsFrame: frame === 'ignored' })}>
              {frame === 'ignored' ? text.keepFrame : text.ignoreFrame}
            </button>
          </p>
        )}
        <p className={controls.note}>{text.onDevice}</p>
      </div>
      <div className={controls.panel}>
        <SizeField sizeMm={sizeMm} size={size} onChange={(value) => onChange({ sizeMm: value })} />
        <SegmentedControl
          label={text.rendering}
          choices={renderings.map((value) => [value, text.renderings[value]] as const)}
          value={rendering}
          onChange={(value) => onChange({ rendering: value })}
        />
        <SegmentedControl
          label={text.fineness}
          choices={finenesses.map((value) => [value, text.finenesses[value]] as const)}
          value={fineness}
          onChange={(value) => onChange({ fineness: value })}
        />
        <SegmentedControl
          label={text.paper}
          choices={papers.map((value) => [value, text.papers[value]] as const)}
          value={paper}
          onChange={(value) => change({ paper: value })}
        />
        <SegmentedControl
          label={text.ink}
          choices={colours.map((value) => [value, text.inks[value]] as const)}
          value={colour}
          onChange={(value) => change({ colour: value })}
        />
        <label className={controls.check}>
          <input type="checkbox" checked={isMirrored} onChange={(event) => change({ isMirrored: event.target.checked })} />
          {text.mirror}
        </label>
        <div className={controls.actions}>
          <p className={controls.line} role="status">
            {sheetLine && typeset(sheetLine)}
          </p>
          <ShareOrDownload exporting={exporting} make={makePdf} disabled={!canPrint} hint={text.shareHint} download={text.downloadPdf} />
          <Button disabled={!canExport} onClick={() => exporting.run(makePng)}>
            {text.downloadPng}
          </Button>
          <Button disabled={!canExport} onClick={() => exporting.run(makeSvg)}>
            {text.downloadSvg}
          </Button>
          <ExportStatus {...exporting} />
          <p className={controls.note}>{text.trial}</p>
        </div>
      </div>
    </div>
  )
}
