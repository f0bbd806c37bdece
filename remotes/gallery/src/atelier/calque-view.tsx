import type { FileTask } from '@encre/stencil/file-messages'
import type { LayeredFile } from '@encre/stencil/layers'
import { Button } from '@encre/ui/button'
import { Fold } from '@encre/ui/fold'
import { Notice } from '@encre/ui/notice'
import { SegmentedControl } from '@encre/ui/segmented-control'
import { typeset } from '@encre/ui/typeset'
import { useState } from 'react'
import { atelierMessages as text } from './atelier-messages.ts'
import layout from './atelier-page.module.css'
import { type CalqueState, openedCalque, tasksOf, viewOf } from './calque-state.ts'
import controls from './controls.module.css'
import { CorrectLayer, CorrectTools, useCorrections } from './correct-tools.tsx'
import { SizeField } from './fields.tsx'
import { makeStencilPdf, writeFile } from './make-pdf.ts'
import { fileNameOf } from './save-file.ts'
import styles from './sheet.module.css'
import { ask } from './studio-client.ts'
import { ExportStatus, ShareOrDownload, useExport } from './use-export.tsx'
import { useTask } from './use-task.ts'
import { Sheet, Workbench } from './workbench.tsx'
import type { Workshop } from './workshop.ts'

const traceDelayMs = 150

/** A format that the file worker writes in layers. */
type LayeredFormat = Extract<FileTask, LayeredFile>['type']

/** Every format has a button, in this order. */
const layeredFormats: Record<LayeredFormat, { label: string; mimeType: string }> = {
  png: { label: text.downloadPng, mimeType: 'image/png' },
  psd: { label: text.downloadPsd, mimeType: 'image/vnd.adobe.photoshop' },
  svg: { label: text.downloadSvg, mimeType: 'image/svg+xml' },
}
const layeredFormatNames = Object.keys(layeredFormats) as LayeredFormat[]

export function CalqueView({ workshop }: { workshop: Workshop }) {
  const { client, sizeMm, size, rendering, fineness, frame, onChange } = workshop
  const [calque, setCalque] = useState(openedCalque)
  const corrections = useCorrections(workshop)
  const lineArt = { rendering, fineness, sizeMm }
  const tasks = tasksOf(calque, lineArt)
  const trace = useTask(client, tasks.trace, traceDelayMs)
  const sheets = useTask(client, tasks.sheets, traceDelayMs)
  const view = viewOf(rendering, trace, sheets)

  const progress = { label: text.tracing, share: trace.progress }
  const desk = (
    <div className={layout.beside}>
      <CorrectTools {...corrections} />
      <Sheet size={size} isBusy={view.isBusy} progress={progress}>
        {view.traced && (
          <TracedDrawing traced={view.traced} subject={workshop.design.subject} calque={calque} />
        )}
        <CorrectLayer corrections={corrections} size={size} isMirrored={calque.isMirrored} />
      </Sheet>
    </div>
  )
  const notes = (
    <>
      {view.emptyLine && <p className={controls.strong}>{typeset(view.emptyLine)}</p>}
      {view.hasFailed && <Notice kind="error" title={text.studioFailures.failed} />}
      {frame && <FrameLine {...frame} />}
      <p className={controls.note}>{text.onDevice}</p>
    </>
  )
  return (
    <Workbench
      desk={desk}
      notes={notes}
      actions={<CalqueActions workshop={workshop} calque={calque} view={view} />}
    >
      <SizeField workshop={workshop} />
      <SegmentedControl
        label={text.rendering}
        choices={[...text.renderings]}
        value={rendering}
        onChange={(value) => onChange({ rendering: value })}
      />
      <SegmentedControl
        label={text.fineness}
        choices={[...text.finenesses]}
        value={fineness}
        onChange={(value) => onChange({ fineness: value })}
      />
      <PrintSettings
        calque={calque}
        onChange={(part) => setCalque((before) => ({ ...before, ...part }))}
      />
    </Workbench>
  )
}

type CalqueViewState = ReturnType<typeof viewOf>

interface TracedDrawingProps {
  traced: NonNullable<CalqueViewState['traced']>
  subject: string
  calque: CalqueState
}

function TracedDrawing({ traced, subject, calque: { colour, isMirrored } }: TracedDrawingProps) {
  return (
    <svg
      className={`${styles[colour]} ${isMirrored ? styles.mirrored : ''}`}
      viewBox={`0 0 ${traced.size.width} ${traced.size.height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={typeset(text.calqueOf(subject, colour))}
    >
      <path d={traced.path} fillRule="evenodd" />
    </svg>
  )
}

/** Says whether the picture's frame is a part of the design, and changes it. */
function FrameLine({ isKept, toggle }: NonNullable<Workshop['frame']>) {
  return (
    <p>
      {isKept ? text.frameKept : text.frameIgnored} ·{' '}
      <button type="button" className={controls.link} onClick={toggle}>
        {isKept ? text.ignoreFrame : text.keepFrame}
      </button>
    </p>
  )
}

interface CalqueActionsProps {
  workshop: Workshop
  calque: CalqueState
  view: CalqueViewState
}

function CalqueActions({ workshop, calque, view }: CalqueActionsProps) {
  const { shell, design, client, sizeMm, rendering, fineness, strokes, savingLine } = workshop
  const { origin, subject } = design
  const lineArt = { rendering, fineness, sizeMm }
  const exporting = useExport(shell, JSON.stringify({ ...calque, ...lineArt, strokes }))

  function makePdf(signal: AbortSignal): Promise<File> {
    return makeStencilPdf(client, design, { ...calque, ...lineArt }, signal)
  }

  async function makeLayered(format: LayeredFormat, signal: AbortSignal): Promise<File> {
    const { layers } = await ask(client, 'layers', { type: 'layers', ...lineArt }, signal)
    const { colour, isMirrored } = calque
    const bytes = await writeFile(
      { type: format, layers, colour, isMirrored, title: subject, origin },
      signal,
    )
    const { mimeType } = layeredFormats[format]
    return new File([bytes], fileNameOf(subject, `calque.${format}`), { type: mimeType })
  }

  return (
    <>
      <p role="status">{view.sheetLine && typeset(view.sheetLine)}</p>
      <ShareOrDownload
        exporting={exporting}
        make={makePdf}
        disabled={!view.canPrint}
        download={text.downloadPdf}
      />
      <div className={controls.buttons}>
        {layeredFormatNames.map((format) => (
          <Button
            key={format}
            disabled={!view.canExport}
            onClick={() => exporting.run((signal) => makeLayered(format, signal))}
          >
            {layeredFormats[format].label}
          </Button>
        ))}
      </div>
      <ExportStatus {...exporting} />
      <p className={controls.note}>{text.trial}</p>
      {savingLine}
    </>
  )
}

interface PrintSettingsProps {
  calque: CalqueState
  onChange: (part: Partial<CalqueState>) => void
}

function PrintSettings({ calque: { paper, colour, isMirrored }, onChange }: PrintSettingsProps) {
  return (
    <Fold summary={text.printing(paper, colour, isMirrored)} action={text.change}>
      <div className={controls.group}>
        <SegmentedControl
          label={text.paper}
          choices={[...text.papers]}
          value={paper}
          onChange={(value) => onChange({ paper: value })}
        />
        <SegmentedControl
          label={text.ink}
          choices={[...text.inks]}
          value={colour}
          onChange={(value) => onChange({ colour: value })}
        />
        <label className={controls.check}>
          <input
            type="checkbox"
            checked={isMirrored}
            onChange={(event) => onChange({ isMirrored: event.target.checked })}
          />
          {text.mirror}
        </label>
      </div>
    </Fold>
  )
}
