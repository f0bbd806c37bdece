import { ofStyle } from '@encre/protocol/catalogue'
import type { Place } from '@encre/stencil/assessment'
import { describeFigures } from '@encre/stencil/figures'
import { Button, ButtonLink } from '@encre/ui/button'
import { Notice } from '@encre/ui/notice'
import { SegmentedControl } from '@encre/ui/segmented-control'
import { typeset } from '@encre/ui/typeset'
import { useState } from 'react'
import { retouchPath } from '../filter/gallery-filter.ts'
import { messages } from '../messages.ts'
import { atelierMessages } from './atelier-messages.ts'
import controls from './controls.module.css'
import { SizeField } from './fields.tsx'
import { type FindingKind, FindingList, FindingOverlay, PlaceRing } from './findings.tsx'
import { ageingMessages as text } from './tool-messages.ts'
import { resultOf, useTask } from './use-task.ts'
import { PixelCanvas, Sheet, Workbench } from './workbench.tsx'
import type { Workshop } from './workshop.ts'

const kindsOf: Record<'strokes' | 'dots', readonly FindingKind[]> = { strokes: ['thin', 'closing', 'filling'], dots: ['thin'] }
const ageDelayMs = 150

export function AgeingView({ workshop }: { workshop: Workshop }) {
  const { design, isKept, client, sizeMm, size, onChange, savingLine } = workshop
  const [years, setYears] = useState(0)
  const [isComparing, setComparing] = useState(false)
  const [place, setPlace] = useState<Place | null>(null)
  const assess = useTask(client, { type: 'assess', sizeMm })
  const today = useTask(client, { type: 'crop' })
  const age = useTask(client, years > 0 ? { type: 'age', sizeMm, years } : null, ageDelayMs)
  const assessed = resultOf(assess, 'assessed')
  const aged = resultOf(age, 'aged')?.picture ?? null
  const shownYears = isComparing ? 0 : years
  const picture = shownYears === 0 ? resultOf(today, 'cropped')?.picture : aged
  const kinds = assessed ? kindsOf[assessed.rule] : []
  const advisedMm = assessed?.advice.kind === 'size' ? assessed.advice.sizeMm : null
  const unmeasured = ofStyle(text.unmeasured, design.style)
  const hasFailed = [assess, today, age].some(({ result }) => result?.type === 'failed')
  const figures = assessed && describeFigures(assessed)
  const progress = { label: assess.progress === null ? text.ageing : text.measuring, share: assess.progress ?? age.progress }

  const desk = (
    <>
      <SegmentedControl label={text.in} choices={[...text.years]} value={years} onChange={setYears} />
      <Sheet size={size} isBusy={shownYears > 0 && age.isStale && aged !== null} progress={progress}>
        {picture && <PixelCanvas pixels={picture} label={typeset(text.drawingIn(design.subject, shownYears))} />}
        {assessed && shownYears === 0 && <FindingOverlay assessment={assessed.assessment} size={size} kinds={kinds} />}
        {place && <PlaceRing place={place} size={size} />}
      </Sheet>
    </>
  )
  const notes = (
    <>
      {years > 0 && (
        <Button
          aria-pressed={isComparing}
          onPointerDown={() => setComparing(true)}
          onPointerUp={() => setComparing(false)}
          onPointerLeave={() => setComparing(false)}
          onPointerCancel={() => setComparing(false)}
          onKeyDown={({ key }) => [' ', 'Enter'].includes(key) && setComparing(true)}
          onKeyUp={() => setComparing(false)}
          onBlur={() => setComparing(false)}
          onContextMenu={(event) => event.preventDefault()}
        >
          {text.compare}
        </Button>
      )}
      <p className={controls.note}>{typeset(text.indicative)}</p>
      <p className={controls.note}>{atelierMessages.onDevice}</p>
    </>
  )
  return (
    <Workbench desk={desk} notes={notes} actions={savingLine}>
      <SizeField workshop={workshop} />
      {hasFailed && <Notice kind="error" title={atelierMessages.studioFailures.failed} />}
      {assessed && figures && (
        <>
          <div className={controls.group}>
            <p className={controls.strong}>{typeset(text.recommended(figures.advised))}</p>
            {figures.reason && <p className={controls.note}>{typeset(figures.reason)}</p>}
            {assessed.advice.kind === 'too-fine' && isKept && <ButtonLink href={retouchPath(design.id)}>{messages.retouch}</ButtonLink>}
            <p className={controls.note}>{typeset(figures.lines)}</p>
            {advisedMm !== null &&
              (sizeMm < advisedMm ? (
                <Button variant="primary" onClick={() => onChange({ sizeMm: advisedMm })}>
                  {text.take}
                </Button>
              ) : (
                <p>{text.isTaken}</p>
              ))}
          </div>
          <FindingList assessment={assessed.assessment} rule={assessed.rule} kinds={kinds} onPlace={setPlace} />
          {unmeasured && <p className={controls.note}>{unmeasured}</p>}
        </>
      )}
    </Workbench>
  )
}
