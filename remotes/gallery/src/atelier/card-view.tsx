import { mostNotes } from '@encre/gallery-worker/contract'
import { colourLabel, locationLabel, styleName } from '@encre/protocol/catalogue'
import { describeFigures } from '@encre/stencil/figures'
import { printed } from '@encre/stencil/printed-messages'
import { Button } from '@encre/ui/button'
import { ColourDots } from '@encre/ui/design-parts'
import { Notice } from '@encre/ui/notice'
import { typeset } from '@encre/ui/typeset'
import { type ReactNode, useId, useMemo } from 'react'
import facts from '../facts.module.css'
import { ParentLine } from '../parent-line.tsx'
import { ArtistLinks } from './artist-links.tsx'
import { atelierMessages, cardMessages as text } from './atelier-messages.ts'
import layout from './atelier-page.module.css'
import styles from './card-view.module.css'
import controls from './controls.module.css'
import { ExportStatus, ShareOrDownload } from './export-status.tsx'
import { SizeField } from './fields.tsx'
import { makeCardPdf } from './make-pdf.ts'
import { PixelCanvas, ProgressLine, Sheet } from './sheet.tsx'
import { useExport } from './use-export.ts'
import { resultOf, useTask } from './use-task.ts'
import type { Workshop } from './workshop.ts'

interface CardViewProps {
  workshop: Workshop
  /** Whether the notes are kept. */
  savingLine: ReactNode
}

/** One page for the tattoo artist: true size, what was measured, notes and questions. */
export function CardView({ workshop: { shell, design, isKept, client, sizeMm, size, notes, onChange }, savingLine }: CardViewProps) {
  const id = useId()
  const chosen = useMemo(() => design.colors, [design])
  const assess = useTask(client, { type: 'assess', sizeMm })
  const palette = useTask(client, { type: 'palette', chosen })
  const crop = useTask(client, { type: 'crop' })
  const exporting = useExport(shell, JSON.stringify({ sizeMm, notes }))
  const assessed = resultOf(assess, 'assessed')
  const colours = resultOf(palette, 'palette')?.colours ?? null
  const picture = resultOf(crop, 'cropped')?.picture ?? null
  const isReady = assessed !== null && colours !== null && picture !== null && !assess.isStale
  const hasFailed = [assess, palette, crop].some(({ result }) => result?.type === 'failed')
  const placement = locationLabel(design)

  async function makeCard(signal: AbortSignal): Promise<File> {
    if (!assessed || !colours || !picture) throw new Error('the card was asked for before the design was measured')
    return makeCardPdf({ design, size, notes, assessed, colours, picture }, signal)
  }

  const figures = assessed && describeFigures(assessed)
  return (
    <div className={layout.workbench}>
      <div className={layout.drawing}>
        <Sheet size={size}>{picture && <PixelCanvas pixels={picture} label={typeset(text.drawing(design.subject))} />}</Sheet>
        <ProgressLine label={text.preparing} share={assess.progress ?? palette.progress} />
        {hasFailed && <Notice kind="error" title={atelierMessages.studioFailures.failed} />}
        <section className={styles.measures} aria-labelledby={`${id}-measures`}>
          <h2 id={`${id}-measures`} className={controls.label}>
            {text.measures}
          </h2>
          <dl className={facts.facts}>
            {design.style && (
              <>
                <dt>{text.style}</dt>
                <dd>{styleName(design.style)}</dd>
              </>
            )}
            {placement && (
              <>
                <dt>{text.placement}</dt>
                <dd>{placement}</dd>
              </>
            )}
            {design.parentId && (
              <>
                <dt>{atelierMessages.parent}</dt>
                <dd>
                  <ParentLine design={design} />
                </dd>
              </>
            )}
            <dt>{printed.lines}</dt>
            <dd>{figures?.lines}</dd>
            <dt>{printed.gaps}</dt>
            <dd>{figures?.gaps}</dd>
            <dt>{printed.recommended}</dt>
            <dd>{figures?.advised}</dd>
            <dt>{text.measuredColours}</dt>
            <dd>
              <ul className={styles.colours}>
                {colours?.map(({ hex, share: part }) => (
                  <li key={hex}>
                    <span className={styles.swatch} style={{ backgroundColor: hex }} aria-hidden="true" />
                    {colourLabel(hex)} {text.percent(part)}
                  </li>
                ))}
              </ul>
            </dd>
            {design.origin !== 'imported' && (
              <>
                <dt>{text.chosenColours}</dt>
                <dd>{design.colors.length > 0 ? <ColourDots colours={design.colors} /> : text.blackInk}</dd>
              </>
            )}
          </dl>
        </section>
      </div>
      <div className={controls.panel}>
        <SizeField sizeMm={sizeMm} size={size} onChange={(value) => onChange({ sizeMm: value })} />
        <div className={controls.group}>
          <label className={controls.label} htmlFor={`${id}-notes`}>
            {text.notes}
          </label>
          <textarea
            id={`${id}-notes`}
            className={controls.text}
            rows={7}
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
        <section aria-labelledby={`${id}-questions`}>
          <h2 id={`${id}-questions`} className={controls.label}>
            {text.questions}
          </h2>
          <ul className={styles.questions}>
            {printed.toArtist.map((question) => (
              <li key={question}>{question}</li>
            ))}
          </ul>
        </section>
        <div className={controls.actions}>
          <ShareOrDownload exporting={exporting} make={makeCard} disabled={!isReady} download={text.download} />
          <Button disabled={!isReady} onClick={() => exporting.run(makeCard, 'print')}>
            {text.print}
          </Button>
          <ExportStatus {...exporting} />
          <p className={controls.note}>{text.page}</p>
        </div>
        {isKept && <ArtistLinks shell={shell} designId={design.id} />}
      </div>
    </div>
  )
}
