import { mostExactPlace, mostNotes } from '@encre/gallery-worker/contract'
import { colourNames } from '@encre/picture/colour-names'
import { pasteCut } from '@encre/protocol/paste-cut'
import { describeFigures } from '@encre/stencil/figures'
import type { Result } from '@encre/stencil/messages'
import { printed } from '@encre/stencil/printed-messages'
import { Button } from '@encre/ui/button'
import { Fold } from '@encre/ui/fold'
import { Notice } from '@encre/ui/notice'
import { typeset } from '@encre/ui/typeset'
import { useId, useState } from 'react'
import { asSent } from '../studio/use-settings.ts'
import { resultOf, useTask } from '../studio/use-task.ts'
import type { Workshop } from '../studio/workshop.ts'
import { atelierMessages, cardMessages as text } from '../workbench/atelier-messages.ts'
import controls from '../workbench/controls.module.css'
import { Facts, SizeField } from '../workbench/fields.tsx'
import { LineField } from '../workbench/line-field.tsx'
import { chosenColours, makeCardPdf } from '../workbench/make-files.ts'
import { ExportStatus, ReadAgain, ShareButton, useExport } from '../workbench/use-export.tsx'
import { Bar, Picture, PixelCanvas, Sheet, Workbench } from '../workbench/workbench.tsx'
import { ArtistLinks } from './artist-links.tsx'

export function CardView({ workshop }: { workshop: Workshop }) {
  const {
    shell,
    design,
    kept,
    client,
    choice,
    sizeMm,
    size,
    around,
    notes,
    exactPlace,
    letters,
    savingLine,
  } = workshop
  const optionsId = useId()
  const assess = useTask(client, { type: 'assess', ...choice, sizeMm })
  const palette = useTask(client, { type: 'palette', chosen: design.colors })
  const crop = useTask(client, { type: 'crop', ...choice })
  const exporting = useExport(shell, { sizeMm, notes, exactPlace }, letters)
  const assessed = resultOf(assess, 'assessed')
  const colours = resultOf(palette, 'palette')?.colours ?? null
  const picture = resultOf(crop, 'cropped')?.picture ?? null
  const tasks = [assess, palette, crop]
  const isStale = tasks.some((task) => task.isStale)
  const isReady = assessed !== null && colours !== null && picture !== null && !isStale
  const hasFailed = tasks.some(({ result }) => result?.type === 'failed')
  const progress = { label: text.preparing, share: assess.progress ?? palette.progress }

  async function makeCard(signal: AbortSignal): Promise<File> {
    if (!assessed || !colours || !picture) {
      throw new Error('the card was asked for before the design was measured')
    }
    const input = { design, size, ...asSent({ notes, exactPlace }), assessed, colours, picture }
    return makeCardPdf(input, signal)
  }

  const sheet = (
    <Sheet size={size} progress={progress}>
      {picture ? (
        <PixelCanvas pixels={picture} label={typeset(text.drawing(design.subject))} />
      ) : (
        <Picture imageUrl={design.imageUrl} around={around} />
      )}
    </Sheet>
  )
  const options = { id: optionsId, content: <SizeField workshop={workshop} /> }
  const fields = (
    <>
      <ExactPlaceField workshop={workshop} />
      <NotesField workshop={workshop} />
      <div className={controls.files}>
        <ShareButton exporting={exporting} make={makeCard} disabled={!isReady} />
        <Button disabled={!isReady} onClick={() => exporting.run(makeCard)}>
          {text.download}
        </Button>
        <Button disabled={!isReady} onClick={() => exporting.run(makeCard, 'print')}>
          {text.print}
        </Button>
      </div>
      <ExportStatus {...exporting} />
      {hasFailed && <Notice kind="error" title={atelierMessages.studioFailures.failed} />}
      <Measures design={design} assessed={assessed} colours={colours} />
      {savingLine}
    </>
  )
  return (
    <Workbench sheet={sheet} options={options}>
      {letters && <ReadAgain {...letters} />}
      {kept ? (
        <ArtistLinks workshop={workshop} kept={kept} optionsId={optionsId}>
          {fields}
        </ArtistLinks>
      ) : (
        <>
          {fields}
          <Bar optionsId={optionsId}>{null}</Bar>
        </>
      )}
    </Workbench>
  )
}

interface MeasuresProps {
  design: Workshop['design']
  assessed: Extract<Result, { type: 'assessed' }> | null
  colours: Extract<Result, { type: 'palette' }>['colours'] | null
}

function Measures({ design, assessed, colours }: MeasuresProps) {
  const figures = assessed && describeFigures(assessed)
  return (
    <Fold summary={text.measures(figures)} action={text.show}>
      <Facts
        facts={[
          [printed.lines, figures?.lines],
          [printed.gaps, figures?.gaps],
          [printed.loops, figures?.loops],
          [printed.weights, figures?.weights],
          [printed.recommended, figures?.advised],
          [printed.precision, figures?.resolution],
          [text.measuredColours, colours && <Colours colours={colours} />],
          [text.chosenColours, chosenColours(design).join(', ')],
        ]}
      />
      <h2 className={controls.label}>{text.questions}</h2>
      <ul className={controls.questions}>
        {printed.toArtist.map((question) => (
          <li key={question}>{question}</li>
        ))}
      </ul>
    </Fold>
  )
}

function Colours({ colours }: { colours: NonNullable<MeasuresProps['colours']> }) {
  const names = colourNames(colours.map(({ hex }) => hex))
  return (
    <ul className={controls.colours}>
      {colours.map(({ hex, share }, index) => (
        <li key={hex}>
          <span className={controls.swatch} style={{ backgroundColor: hex }} aria-hidden="true" />
          {names[index]} {text.percent(share)} <span className={controls.note}>{hex}</span>
        </li>
      ))}
    </ul>
  )
}

function ExactPlaceField({ workshop: { exactPlace, onChange } }: { workshop: Workshop }) {
  return (
    <LineField
      label={typeset(text.exactPlace)}
      maxLength={mostExactPlace}
      value={exactPlace}
      onChange={(typed) => onChange({ exactPlace: typed })}
    />
  )
}

function NotesField({ workshop: { kept, notes, onChange } }: { workshop: Workshop }) {
  const id = useId()
  const [cut, setCut] = useState('')
  const isCut = cut !== '' && notes.length === mostNotes
  return (
    <div className={controls.group}>
      <label className={controls.label} htmlFor={`${id}-notes`}>
        {text.notes}
      </label>
      <textarea
        id={`${id}-notes`}
        className={controls.text}
        rows={2}
        maxLength={mostNotes}
        placeholder={text.notesHint}
        value={notes}
        aria-describedby={`${id}-kept`}
        onChange={(event) => onChange({ notes: event.target.value })}
        onPaste={({ currentTarget, clipboardData }) =>
          setCut(pasteCut(currentTarget, clipboardData.getData('text')))
        }
      />
      <div className={controls.row}>
        <p id={`${id}-kept`} className={controls.note}>
          {kept ? atelierMessages.notesKept : text.notesHere}
        </p>
        <p className={controls.note} role={isCut ? 'status' : undefined}>
          {isCut && typeset(cut)} {text.counter(notes.length, mostNotes)}
        </p>
      </div>
    </div>
  )
}
