import { Button } from '@encre/ui/button'
import { Fold } from '@encre/ui/fold'
import { Notice } from '@encre/ui/notice'
import { SegmentedControl } from '@encre/ui/segmented-control'
import { typeset } from '@encre/ui/typeset'
import { useId, useState } from 'react'
import { resultOf, useTask } from '../studio/use-task.ts'
import type { Workshop } from '../studio/workshop.ts'
import { atelierMessages as text } from '../workbench/atelier-messages.ts'
import controls from '../workbench/controls.module.css'
import { SizeField } from '../workbench/fields.tsx'
import {
  layeredFormats,
  makeLayeredFile,
  makeStencilPdf,
  makeTemporaryPdf,
} from '../workbench/make-files.ts'
import styles from '../workbench/sheet.module.css'
import { ExportStatus, ReadAgain, ShareButton, useExport } from '../workbench/use-export.tsx'
import { Bar, Picture, Sheet, Workbench } from '../workbench/workbench.tsx'
import { type CalqueState, openedCalque, tasksOf, temporaryOf, viewOf } from './calque-state.ts'
import { CorrectLayer, CorrectTools, useCorrections } from './correct-tools.tsx'

const traceDelayMs = 150

export function CalqueView({ workshop }: { workshop: Workshop }) {
  const { design, sizeMm, size, around, rendering, fineness, crop, letters } = workshop
  const { formerMm, onChange } = workshop
  const optionsId = useId()
  const [calque, setCalque] = useState(openedCalque)
  const corrections = useCorrections(workshop)
  const { trace, shade, sheets } = useTraces(workshop, calque)
  const shadePath = calque.hasShade ? (resultOf(shade, 'shaded')?.path ?? '') : ''
  const view = { ...viewOf(rendering, trace, sheets), ...temporaryOf(calque, size) }

  const isLying = size.width >= size.height
  const sheet = (
    <>
      <div className={styles.besideTools} data-lying={isLying || undefined}>
        <Sheet
          size={size}
          isBusy={view.isBusy}
          progress={{ label: text.tracing, share: trace.progress }}
        >
          {view.traced ? (
            <TracedDrawing
              traced={view.traced}
              shadePath={shadePath}
              subject={design.subject}
              isMirrored={calque.isMirrored}
            />
          ) : (
            trace.isStale && <Picture isViolet imageUrl={design.imageUrl} around={around} />
          )}
          <CorrectLayer corrections={corrections} size={size} isMirrored={calque.isMirrored} />
        </Sheet>
      </div>
      <CorrectTools corrections={corrections} isLying={isLying} />
    </>
  )
  const settings = (
    <>
      <SizeField workshop={workshop} />
      {letters?.settings ?? (
        <>
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
          <ShadeSettings
            calque={calque}
            line={shadePath || shade.isStale ? text.shadeAbout : text.noShade}
            onChange={(hasShade) => setCalque({ ...calque, hasShade })}
          />
        </>
      )}
      <PrintSettings
        calque={calque}
        onChange={(part) => setCalque((before) => ({ ...before, ...part }))}
      />
    </>
  )
  return (
    <Workbench sheet={sheet} options={{ id: optionsId, content: settings }}>
      {view.emptyLine && <p className={controls.strong}>{typeset(view.emptyLine)}</p>}
      {view.hasFailed && <Notice kind="error" title={text.studioFailures.failed} />}
      {formerMm !== null && (
        <FormerSize formerMm={formerMm} sizeMm={sizeMm} onRead={() => onChange({ sizeMm })} />
      )}
      {crop && <CropLine {...crop} />}
      {letters && <ReadAgain {...letters} />}
      <CalqueActions workshop={workshop} calque={calque} view={view} optionsId={optionsId} />
    </Workbench>
  )
}

function useTraces({ client, rendering, fineness, sizeMm }: Workshop, calque: CalqueState) {
  const tasks = tasksOf(calque, { rendering, fineness, sizeMm })
  return {
    trace: useTask(client, tasks.trace, traceDelayMs),
    shade: useTask(client, tasks.shade, traceDelayMs),
    sheets: useTask(client, tasks.sheets, traceDelayMs),
  }
}

interface ShadeSettingsProps {
  calque: CalqueState
  line: string
  onChange: (hasShade: boolean) => void
}

function ShadeSettings({ calque: { hasShade }, line, onChange }: ShadeSettingsProps) {
  return (
    <>
      <label className={controls.check}>
        <input
          type="checkbox"
          checked={hasShade}
          onChange={(event) => onChange(event.target.checked)}
        />
        {text.shade}
      </label>
      {hasShade && <p className={controls.note}>{line}</p>}
    </>
  )
}

type CalqueViewState = ReturnType<typeof viewOf>

interface TracedDrawingProps {
  traced: NonNullable<CalqueViewState['traced']>
  shadePath: string
  subject: string
  isMirrored: boolean
}

/** Violet, as all that is not ink yet. The files have the chosen colour. */
function TracedDrawing({ traced, shadePath, subject, isMirrored }: TracedDrawingProps) {
  return (
    <svg
      className={`${styles.violet} ${isMirrored ? styles.mirrored : ''}`}
      viewBox={`0 0 ${traced.size.width} ${traced.size.height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={typeset(text.calqueOf(subject))}
    >
      <path d={traced.path} fillRule="evenodd" />
      {shadePath && <path className={styles.shade} d={shadePath} />}
    </svg>
  )
}

function CropLine({ touchesEdge, isLone, open }: NonNullable<Workshop['crop']>) {
  return (
    <div className={controls.row}>
      <Button onClick={open}>{text.crop}</Button>
      {touchesEdge && <p className={controls.remark}>{typeset(text.touchesEdge)}</p>}
      {isLone && <p className={controls.remark}>{typeset(text.isLone)}</p>}
    </div>
  )
}

interface FormerSizeProps {
  formerMm: number
  sizeMm: number
  onRead: () => void
}

/** The number of before stays, and what is printed follows it: said until it is read. */
function FormerSize({ formerMm, sizeMm, onRead }: FormerSizeProps) {
  return (
    <div className={controls.row}>
      <p className={controls.remark} role="status">
        {typeset(text.formerSize(formerMm, sizeMm))}
      </p>
      <Button onClick={onRead}>{text.hasRead}</Button>
    </div>
  )
}

interface CalqueActionsProps {
  workshop: Workshop
  calque: CalqueState
  view: CalqueViewState
  optionsId: string
}

function CalqueActions({ workshop, calque, view, optionsId }: CalqueActionsProps) {
  const { shell, design, client, sizeMm, size, rendering, fineness, strokes, savingLine } = workshop
  const lineArt = { rendering, fineness, sizeMm }
  const exporting = useExport(shell, { ...calque, ...lineArt, strokes }, workshop.letters)

  function makePdf(signal: AbortSignal): Promise<File> {
    const { paper } = calque
    if (paper === 'temporary') return makeTemporaryPdf(client, design, { size, lineArt }, signal)
    return makeStencilPdf(client, design, { ...calque, ...lineArt, paper }, signal)
  }

  return (
    <>
      <Bar optionsId={optionsId}>
        <ExportStatus {...exporting} />
        <Button variant="primary" disabled={!view.canPrint} onClick={() => exporting.run(makePdf)}>
          {text.downloadPdf}
        </Button>
      </Bar>
      <div className={controls.files}>
        <ShareButton exporting={exporting} make={makePdf} disabled={!view.canPrint} />
        {layeredFormats.map((format) => (
          <Button
            key={format}
            disabled={!view.canExport}
            title={text.downloads[format]}
            onClick={() =>
              exporting.run((signal) =>
                makeLayeredFile(client, design, { ...calque, format, lineArt }, signal),
              )
            }
          >
            {format.toUpperCase()}
          </Button>
        ))}
      </div>
      <div className={controls.row}>
        <p role="status">{view.sheetLine && typeset(view.sheetLine)}</p>
        {savingLine}
      </div>
      <p className={controls.note}>
        {text.trial} {text.onDevice}
      </p>
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
        {paper === 'temporary' ? (
          <p className={controls.note}>{typeset(text.wear)}</p>
        ) : (
          <>
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
          </>
        )}
      </div>
    </Fold>
  )
}
