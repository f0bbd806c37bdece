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
import { HoldButton, Remark, SizeField } from '../workbench/fields.tsx'
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
import {
  ApartLine,
  CleanSettings,
  LightenLine,
  LineLayer,
  OpenEndMarks,
  OpenEndsLine,
} from './clean-lines.tsx'
import { type Corrections, CorrectLayer, CorrectTools, useCorrections } from './correct-tools.tsx'

const traceDelayMs = 150

export function CalqueView({ workshop }: { workshop: Workshop }) {
  const { design, sizeMm, size, around, choice, crop, letters } = workshop
  const { formerMm, onChange } = workshop
  const optionsId = useId()
  const [calque, setCalque] = useState(openedCalque)
  const corrections = useCorrections(workshop)
  const [isComparing, setComparing] = useState(false)
  const [showsEnds, setShowsEnds] = useState(false)
  const { trace, shade, sheets } = useTraces(workshop, calque)
  const shadePath = calque.hasShade ? (resultOf(shade, 'shaded')?.path ?? '') : ''
  const view = { ...viewOf(choice.rendering, trace, sheets), ...temporaryOf(calque, size) }

  const isLying = size.width >= size.height
  const sheet = (
    <>
      <div className={styles.besideTools} data-lying={isLying || undefined}>
        <Sheet
          size={size}
          isBusy={view.isBusy}
          progress={{ label: text.tracing, share: trace.progress }}
        >
          {isComparing && <Picture imageUrl={design.imageUrl} around={around} />}
          {view.traced && !isComparing && (
            <TracedDrawing
              traced={view.traced}
              shadePath={shadePath}
              subject={design.subject}
              isMirrored={calque.isMirrored}
            />
          )}
          {!view.traced && trace.isStale && (
            <Picture isViolet imageUrl={design.imageUrl} around={around} />
          )}
          <CleanLayers
            {...{ workshop, corrections, showsEnds }}
            traced={view.traced}
            isMirrored={calque.isMirrored}
          />
          <CorrectLayer corrections={corrections} size={size} isMirrored={calque.isMirrored} />
        </Sheet>
      </div>
      <CorrectTools corrections={corrections} isLying={isLying} />
      <HoldPicture workshop={workshop} isHeld={isComparing} onHold={setComparing} />
    </>
  )
  const settings = (
    <CalqueSettings
      workshop={workshop}
      calque={calque}
      shadeNote={shadePath || shade.isStale ? text.shadeAbout : text.noShade}
      onChange={(part) => setCalque((before) => ({ ...before, ...part }))}
    />
  )
  return (
    <Workbench sheet={sheet} options={{ id: optionsId, content: settings }}>
      {view.emptyLine && <p className={controls.strong}>{typeset(view.emptyLine)}</p>}
      {view.hasFailed && <Notice kind="error" title={text.studioFailures.failed} />}
      {formerMm !== null && (
        <FormerSize formerMm={formerMm} sizeMm={sizeMm} onRead={() => onChange({ sizeMm })} />
      )}
      {view.traced && workshop.cleanLines && (
        <>
          <LightenLine workshop={workshop} lines={view.traced.lines} />
          <ApartLine workshop={workshop} apartMm={view.traced.apartMm} />
          <OpenEndsLine openEnds={view.traced.openEnds} isShown={showsEnds} onShow={setShowsEnds} />
        </>
      )}
      {crop && <CropLine {...crop} />}
      {letters && <ReadAgain {...letters} />}
      <CalqueActions workshop={workshop} calque={calque} view={view} optionsId={optionsId} />
    </Workbench>
  )
}

interface CleanLayersProps {
  workshop: Workshop
  corrections: Corrections
  traced: CalqueViewState['traced']
  showsEnds: boolean
  isMirrored: boolean
}

/** What a press reaches of lines that were drawn again. */
function CleanLayers(props: CleanLayersProps) {
  const { workshop, corrections, traced, showsEnds, isMirrored } = props
  return (
    <>
      {corrections.state.tool === 'view' && (
        <LineLayer {...{ workshop, isMirrored }} lines={traced?.lines ?? []} />
      )}
      {showsEnds && (
        <OpenEndMarks
          {...{ isMirrored }}
          openEnds={traced?.openEnds ?? []}
          size={workshop.size}
          onClose={(gap) => corrections.draw(gap, 'join')}
        />
      )}
    </>
  )
}

function useTraces({ client, choice, sizeMm }: Workshop, calque: CalqueState) {
  const tasks = tasksOf(calque, { ...choice, sizeMm })
  return {
    trace: useTask(client, tasks.trace, traceDelayMs),
    shade: useTask(client, tasks.shade, traceDelayMs),
    sheets: useTask(client, tasks.sheets, traceDelayMs),
  }
}

interface HoldPictureProps {
  workshop: Workshop
  isHeld: boolean
  onHold: (isHeld: boolean) => void
}

/** Compares lines that were drawn again with the picture. */
function HoldPicture({ workshop: { choice, design }, isHeld, onHold }: HoldPictureProps) {
  if (!choice.clean || !design.imageUrl) return null
  return (
    <div className={styles.hold}>
      <HoldButton label={text.holdPicture} isHeld={isHeld} onHold={onHold} />
    </div>
  )
}

interface CalqueSettingsProps {
  workshop: Workshop
  calque: CalqueState
  shadeNote: string
  onChange: (part: Partial<CalqueState>) => void
}

function CalqueSettings({ workshop, calque, shadeNote, onChange }: CalqueSettingsProps) {
  return (
    <>
      <SizeField workshop={workshop} />
      {workshop.letters?.settings ?? (
        <>
          <RenderingSettings workshop={workshop} />
          <label className={controls.check}>
            <input
              type="checkbox"
              checked={calque.hasShade}
              onChange={(event) => onChange({ hasShade: event.target.checked })}
            />
            {text.shade}
          </label>
          {calque.hasShade && <p className={controls.note}>{shadeNote}</p>}
        </>
      )}
      <PrintSettings calque={calque} onChange={onChange} />
    </>
  )
}

function RenderingSettings({ workshop: { choice, cleanLines, onChange } }: { workshop: Workshop }) {
  return (
    <>
      <SegmentedControl
        label={text.rendering}
        choices={text.renderings}
        value={choice.clean ? 'clean' : choice.rendering}
        onChange={(value) => onChange({ rendering: value })}
      />
      {choice.clean && cleanLines ? (
        <CleanSettings cleanLines={cleanLines} onChange={onChange} />
      ) : (
        <SegmentedControl
          label={text.fineness}
          choices={text.finenesses}
          value={choice.fineness}
          onChange={(value) => onChange({ fineness: value })}
        />
      )}
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
    <Remark sentence={text.formerSize(formerMm, sizeMm)}>
      <Button onClick={onRead}>{text.hasRead}</Button>
    </Remark>
  )
}

interface CalqueActionsProps {
  workshop: Workshop
  calque: CalqueState
  view: CalqueViewState
  optionsId: string
}

function CalqueActions({ workshop, calque, view, optionsId }: CalqueActionsProps) {
  const { shell, design, client, sizeMm, size, choice, strokes, savingLine } = workshop
  const lineArt = { ...choice, sizeMm }
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
          choices={text.papers}
          value={paper}
          onChange={(value) => onChange({ paper: value })}
        />
        {paper === 'temporary' ? (
          <p className={controls.note}>{typeset(text.wear)}</p>
        ) : (
          <>
            <SegmentedControl
              label={text.ink}
              choices={text.inks}
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
