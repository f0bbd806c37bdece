import { ofStyle } from '@encre/protocol/catalogue'
import type { Place } from '@encre/stencil/assessment'
import { describeFigures } from '@encre/stencil/figures'
import { Button } from '@encre/ui/button'
import { Notice } from '@encre/ui/notice'
import { SegmentedControl } from '@encre/ui/segmented-control'
import { typeset } from '@encre/ui/typeset'
import { useState } from 'react'
import { atelierMessages } from './atelier-messages.ts'
import layout from './atelier-page.module.css'
import controls from './controls.module.css'
import { SizeField } from './fields.tsx'
import { type FindingKind, FindingList, FindingOverlay, PlaceRing } from './findings.tsx'
import { PixelCanvas, ProgressLine, Sheet } from './sheet.tsx'
import { ageingMessages as text } from './tool-messages.ts'
import { resultOf, useTask } from './use-task.ts'
import type { Workshop } from './workshop.ts'

const yearChoices = [0, 5, 10, 20] as const
const kindsOf: Record<'strokes' | 'dots', readonly FindingKind[]> = { strokes: ['thin', 'closing', 'filling'], dots: ['thin'] }
/** Milliseconds without a change before the ageing is simulated: a slider changes often. */
const ageDelayMs = 150

/** Which parts of the design last on skin at this size, and how it may look after some years. */
export function AgeingView({ workshop: { design, client, sizeMm, size, onChange } }: { workshop: Workshop }) {
  const [years, setYears] = useState<number>(0)
  const [isComparing, setComparing] = useState(false)
  const [place, setPlace] = useState<Place | null>(null)
  const assess = useTask(client, { type: 'assess', sizeMm })
  const today = useTask(client, { type: 'crop' })
  const age = useTask(client, years > 0 ? { type: 'age', sizeMm, years } : null, ageDelayMs)
  const assessed = resultOf(assess, 'assessed')
  const current = resultOf(today, 'cropped')?.picture ?? null
  const aged = resultOf(age, 'aged')?.picture ?? null
  const shownYears = isComparing ? 0 : years
  const picture = shownYears === 0 ? current : aged
  const kinds = assessed ? kindsOf[assessed.rule] : []
  const advisedMm = assessed?.advice.kind === 'size' ? assessed.advice.sizeMm : null
  const unmeasured = ofStyle(text.unmeasured, design.style)
  const hasFailed = [assess, today, age].some(({ result }) => result?.type === 'failed')

  const figures = assessed && describeFigures(assessed)
  return (
    <div className={layout.workbench}>
      <div className={layout.drawing}>
        <Sheet size={size} isBusy={shownYears > 0 && age.isStale && aged !== null}>
          {picture && <PixelCanvas pixels={picture} label={typeset(text.drawingIn(design.subject, shownYears))} />}
          {assessed && shownYears === 0 && <FindingOverlay assessment={assessed.assessment} size={size} kinds={kinds} />}
          {place && <PlaceRing place={place} size={size} />}
        </Sheet>
        <ProgressLine label={assess.progress === null ? text.ageing : text.measuring} share={assess.progress ?? age.progress} />
        <SegmentedControl
          label={text.in}
          choices={yearChoices.map((value) => [value, text.years(value)] as const)}
          value={years}
          onChange={setYears}
        />
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
      </div>
      <div className={controls.panel}>
        <SizeField sizeMm={sizeMm} size={size} onChange={(value) => onChange({ sizeMm: value })} />
        {hasFailed && <Notice kind="error" title={atelierMessages.studioFailures.failed} />}
        {assessed && figures && (
          <>
            <div className={controls.group}>
              <p className={controls.strong}>{typeset(text.recommended(figures.advised))}</p>
              {figures.reason && <p className={controls.note}>{typeset(figures.reason)}</p>}
              <p className={controls.note}>{typeset(figures.lines)}</p>
              {advisedMm !== null &&
                (sizeMm < advisedMm ? (
                  <Button variant="primary" onClick={() => onChange({ sizeMm: advisedMm })}>
                    {text.take}
                  </Button>
                ) : (
                  <p className={controls.line}>{text.isTaken}</p>
                ))}
            </div>
            <FindingList assessment={assessed.assessment} rule={assessed.rule} kinds={kinds} onPlace={setPlace} />
            {unmeasured && <p className={controls.note}>{unmeasured}</p>}
          </>
        )}
      </div>
    </div>
  )
}
