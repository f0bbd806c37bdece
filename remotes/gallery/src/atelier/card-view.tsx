import { mostNotes } from '@encre/gallery-worker/contract'
import { areColoursChosen } from '@encre/protocol/provenance'
import { colourName } from '@encre/stencil/colour-names'
import { describeFigures } from '@encre/stencil/figures'
import type { Result } from '@encre/stencil/messages'
import { printed } from '@encre/stencil/printed-messages'
import { Button } from '@encre/ui/button'
import { ColourDots } from '@encre/ui/design-parts'
import { Notice } from '@encre/ui/notice'
import { typeset } from '@encre/ui/typeset'
import { useId } from 'react'
import { ArtistLinks } from './artist-links.tsx'
import { atelierMessages, cardMessages as text } from './atelier-messages.ts'
import controls from './controls.module.css'
import { Facts, SizeField } from './fields.tsx'
import { makeCardPdf } from './make-pdf.ts'
import { ExportStatus, ShareOrDownload, useExport } from './use-export.tsx'
import { resultOf, useTask } from './use-task.ts'
import { PixelCanvas, Sheet, Workbench } from './workbench.tsx'
import type { Workshop } from './workshop.ts'

export function CardView({ workshop }: { workshop: Workshop }) {
  const { shell, design, isKept, client, rendering, fineness, sizeMm, size, notes } = workshop
  const assess = useTask(client, { type: 'assess', rendering, fineness, sizeMm })
  const palette = useTask(client, { type: 'palette', chosen: design.colors })
  const crop = useTask(client, { type: 'crop' })
  const exporting = useExport(shell, JSON.stringify({ sizeMm, notes }))
  const assessed = resultOf(assess, 'assessed')
  const colours = resultOf(palette, 'palette')?.colours ?? null
  const picture = resultOf(crop, 'cropped')?.picture ?? null
  const isReady = assessed !== null && colours !== null && picture !== null && !assess.isStale
  const hasFailed = [assess, palette, crop].some(({ result }) => result?.type === 'failed')
  const progress = { label: text.preparing, share: assess.progress ?? palette.progress }

  async function makeCard(signal: AbortSignal): Promise<File> {
    if (!assessed || !colours || !picture) {
      throw new Error('the card was asked for before the design was measured')
    }
    return makeCardPdf({ design, size, notes, assessed, colours, picture }, signal)
  }

  const desk = (
    <Sheet size={size} progress={progress}>
      {picture && <PixelCanvas pixels={picture} label={typeset(text.drawing(design.subject))} />}
    </Sheet>
  )
  const below = (
    <>
      {hasFailed && <Notice kind="error" title={atelierMessages.studioFailures.failed} />}
      <Measures design={design} assessed={assessed} colours={colours} />
      <Questions />
    </>
  )
  const actions = (
    <>
      <ShareOrDownload
        exporting={exporting}
        make={makeCard}
        disabled={!isReady}
        download={text.download}
      />
      <Button disabled={!isReady} onClick={() => exporting.run(makeCard, 'print')}>
        {text.print}
      </Button>
      <ExportStatus {...exporting} />
      <p className={controls.note}>{text.page}</p>
    </>
  )
  return (
    <Workbench desk={desk} notes={below} actions={actions}>
      <SizeField workshop={workshop} />
      <NotesField workshop={workshop} />
      {isKept && <ArtistLinks shell={shell} designId={design.id} />}
    </Workbench>
  )
}

interface MeasuresProps {
  design: Workshop['design']
  assessed: Extract<Result, { type: 'assessed' }> | null
  colours: Extract<Result, { type: 'palette' }>['colours'] | null
}

function Measures({ design, assessed, colours }: MeasuresProps) {
  const id = useId()
  const figures = assessed && describeFigures(assessed)
  const measuredColours = (
    <ul className={controls.colours}>
      {colours?.map(({ hex, share }) => (
        <li key={hex}>
          <span className={controls.swatch} style={{ backgroundColor: hex }} aria-hidden="true" />
          {colourName(hex)} {text.percent(share)} <span className={controls.note}>{hex}</span>
        </li>
      ))}
    </ul>
  )
  const chosenColours =
    design.colors.length > 0 ? <ColourDots colours={design.colors} /> : text.blackInk
  return (
    <section className={controls.section} aria-labelledby={id}>
      <h2 id={id} className={controls.label}>
        {text.measures}
      </h2>
      <Facts
        facts={[
          [printed.lines, figures?.lines],
          [printed.gaps, figures?.gaps],
          [printed.loops, figures?.loops],
          [printed.weights, figures?.weights],
          [printed.recommended, figures?.advised],
          [printed.precision, figures?.resolution],
          [text.measuredColours, measuredColours],
          [text.chosenColours, areColoursChosen(design.origin) ? chosenColours : null],
        ]}
      />
    </section>
  )
}

function Questions() {
  const id = useId()
  return (
    <section className={controls.section} aria-labelledby={id}>
      <h2 id={id} className={controls.label}>
        {text.questions}
      </h2>
      <ul className={controls.questions}>
        {printed.toArtist.map((question) => (
          <li key={question}>{question}</li>
        ))}
      </ul>
    </section>
  )
}

function NotesField({ workshop: { isKept, notes, onChange, savingLine } }: { workshop: Workshop }) {
  const id = useId()
  return (
    <div className={controls.group}>
      <label className={controls.label} htmlFor={`${id}-notes`}>
        {text.notes}
      </label>
      <textarea
        id={`${id}-notes`}
        className={controls.text}
        rows={3}
        maxLength={mostNotes}
        placeholder={text.notesHint}
        value={notes}
        aria-describedby={`${id}-kept`}
        onChange={(event) => onChange({ notes: event.target.value })}
      />
      <div className={controls.row}>
        <p id={`${id}-kept`} className={controls.note}>
          {isKept ? atelierMessages.notesKept : text.notesHere}
        </p>
        <p className={controls.note}>{text.counter(notes.length, mostNotes)}</p>
      </div>
      {savingLine}
    </div>
  )
}
