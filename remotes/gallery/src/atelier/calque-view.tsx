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

const layeredTypes = { png: 'image/png', psd: 'image/vnd.adobe.photoshop', svg: 'image/svg+xml' }
type LayeredType = keyof typeof layeredTypes

export function CalqueView({ workshop }: { workshop: Workshop }) {
  const { shell, design, client, sizeMm, size, rendering, fineness, frame, onChange } = workshop
  const [calque, setCalque] = useState(openedCalque)
  const corrections = useCorrections(workshop)
  const { paper, isMirrored, colour } = calque
  const { origin, subject } = design
  const lineArt = { rendering, fineness, sizeMm }
  const tasks = tasksOf(calque, lineArt)
  const trace = useTask(client, tasks.trace, traceDelayMs)
  const sheets = useTask(client, tasks.sheets, traceDelayMs)
  const { traced, isBusy, emptyLine, hasFailed, sheetLine, canPrint, canExport } = viewOf(rendering, trace, sheets)
  const exporting = useExport(shell, JSON.stringify({ ...calque, ...lineArt, strokes: workshop.strokes }))
  const change = (part: Partial<CalqueState>) => setCalque((before) => ({ ...before, ...part }))

  function makePdf(signal: AbortSignal): Promise<File> {
    return makeStencilPdf(client, design, { ...calque, ...lineArt }, signal)
  }

  async function makeLayered(type: LayeredType, signal: AbortSignal): Promise<File> {
    const { layers } = await ask(client, 'layers', { type: 'layers', ...lineArt }, signal)
    const bytes = await writeFile({ type, layers, colour, title: subject, origin }, signal)
    return new File([bytes], fileNameOf(subject, `calque.${type}`), { type: layeredTypes[type] })
  }

  const desk = (
    <div className={layout.beside}>
      <CorrectTools {...corrections} />
      <Sheet size={size} isBusy={isBusy} progress={{ label: text.tracing, share: trace.progress }}>
        {traced && (
          <svg
            className={`${styles[colour]} ${isMirrored ? styles.mirrored : ''}`}
            viewBox={`0 0 ${traced.size.width} ${traced.size.height}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={typeset(text.calqueOf(subject, colour))}
          >
            <path d={traced.path} fillRule="evenodd" />
          </svg>
        )}
        <CorrectLayer corrections={corrections} size={size} isMirrored={isMirrored} />
      </Sheet>
    </div>
  )
  const notes = (
    <>
      {emptyLine && <p className={controls.strong}>{typeset(emptyLine)}</p>}
      {hasFailed && <Notice kind="error" title={text.studioFailures.failed} />}
      {frame && (
        <p>
          {frame.isKept ? text.frameKept : text.frameIgnored} ·{' '}
          <button type="button" className={controls.link} onClick={frame.toggle}>
            {frame.isKept ? text.ignoreFrame : text.keepFrame}
          </button>
        </p>
      )}
      <p className={controls.note}>{text.onDevice}</p>
    </>
  )
  const actions = (
    <>
      <p role="status">{sheetLine && typeset(sheetLine)}</p>
      <ShareOrDownload exporting={exporting} make={makePdf} disabled={!canPrint} download={text.downloadPdf} />
      <div className={controls.buttons}>
        {(['png', 'psd', 'svg'] as const).map((type) => (
          <Button key={type} disabled={!canExport} onClick={() => exporting.run((signal) => makeLayered(type, signal))}>
            {text.downloads[type]}
          </Button>
        ))}
      </div>
      <ExportStatus {...exporting} />
      <p className={controls.note}>{text.trial}</p>
      {workshop.savingLine}
    </>
  )
  return (
    <Workbench desk={desk} notes={notes} actions={actions}>
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
      <Fold summary={text.printing(paper, colour, isMirrored)} action={text.change}>
        <div className={controls.group}>
          <SegmentedControl label={text.paper} choices={[...text.papers]} value={paper} onChange={(value) => change({ paper: value })} />
          <SegmentedControl label={text.ink} choices={[...text.inks]} value={colour} onChange={(value) => change({ colour: value })} />
          <label className={controls.check}>
            <input type="checkbox" checked={isMirrored} onChange={(event) => change({ isMirrored: event.target.checked })} />
            {text.mirror}
          </label>
        </div>
      </Fold>
    </Workbench>
  )
}
