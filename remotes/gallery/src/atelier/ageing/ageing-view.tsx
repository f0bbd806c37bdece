import { ofStyle } from '@encre/protocol/catalogue'
import { retouchPath } from '@encre/protocol/links'
import type { Spread } from '@encre/stencil/ageing'
import type { Advice, Place } from '@encre/stencil/assessment'
import { adviceOf, describeFigures } from '@encre/stencil/figures'
import type { Result } from '@encre/stencil/messages'
import { Button, ButtonLink } from '@encre/ui/button'
import { Notice } from '@encre/ui/notice'
import { SegmentedControl } from '@encre/ui/segmented-control'
import { typeset } from '@encre/ui/typeset'
import { useId, useState } from 'react'
import { messages } from '../../messages.ts'
import { resultOf, useTask } from '../studio/use-task.ts'
import type { Workshop } from '../studio/workshop.ts'
import { atelierMessages } from '../workbench/atelier-messages.ts'
import controls from '../workbench/controls.module.css'
import { HoldButton, SizeField } from '../workbench/fields.tsx'
import { ageingMessages as text } from '../workbench/tool-messages.ts'
import { Bar, Picture, PixelCanvas, Sheet, Workbench } from '../workbench/workbench.tsx'
import { type FindingKind, FindingList, FindingOverlay, PlaceRing } from './findings.tsx'

const kindsOf: Record<'strokes' | 'dots', readonly FindingKind[]> = {
  strokes: ['thin', 'closing', 'filling'],
  dots: ['thin'],
}
const ageDelayMs = 150

export function AgeingView({ workshop }: { workshop: Workshop }) {
  const { design, client, choice, sizeMm, size, around, savingLine } = workshop
  const optionsId = useId()
  const [years, setYears] = useState(0)
  const [spread, setSpread] = useState<Spread>('least')
  const [isComparing, setComparing] = useState(false)
  const [place, setPlace] = useState<Place | null>(null)
  const assess = useTask(client, { type: 'assess', ...choice, sizeMm })
  const today = useTask(client, { type: 'crop', ...choice })
  const ageing = { type: 'age', ...choice, sizeMm, years, spread } as const
  const age = useTask(client, years > 0 ? ageing : null, ageDelayMs)
  const assessed = resultOf(assess, 'assessed')
  const aged = resultOf(age, 'aged')?.picture ?? null
  const shownYears = isComparing ? 0 : years
  const picture = shownYears === 0 ? resultOf(today, 'cropped')?.picture : aged
  const kinds = assessed ? kindsOf[assessed.rule] : []
  const hasFailed = [assess, today, age].some(({ result }) => result?.type === 'failed')
  const isBusy = shownYears > 0 && age.isStale && aged !== null
  const progress = {
    label: assess.progress === null ? text.ageing : text.measuring,
    share: assess.progress ?? age.progress,
  }

  const above = (
    <SegmentedControl
      isLabelHidden
      label={text.in}
      choices={[...text.years]}
      value={years}
      onChange={setYears}
    />
  )
  const sheet = (
    <Sheet size={size} isBusy={isBusy} progress={progress}>
      {picture ? (
        <PixelCanvas pixels={picture} label={typeset(text.drawingIn(design.subject, shownYears))} />
      ) : (
        <Picture imageUrl={design.imageUrl} around={around} />
      )}
      {assessed && shownYears === 0 && (
        <FindingOverlay assessment={assessed.assessment} size={size} kinds={kinds} />
      )}
      {place && <PlaceRing place={place} size={size} />}
    </Sheet>
  )
  const options = { id: optionsId, content: <SizeField workshop={workshop} /> }
  return (
    <Workbench above={above} sheet={sheet} options={options}>
      {hasFailed && <Notice kind="error" title={atelierMessages.studioFailures.failed} />}
      {assessed && (
        <Findings workshop={workshop} assessed={assessed} kinds={kinds} onPlace={setPlace} />
      )}
      {years > 0 && (
        <>
          <SegmentedControl
            label={text.spread}
            choices={[...text.spreads]}
            value={spread}
            onChange={setSpread}
          />
          <HoldButton label={text.compare} isHeld={isComparing} onHold={setComparing} />
        </>
      )}
      <p className={controls.note}>
        {typeset(text.indicative)} {atelierMessages.onDevice}
      </p>
      {savingLine}
      <Bar optionsId={optionsId}>
        {assessed && <TakeSize workshop={workshop} advice={assessed.advice} />}
      </Bar>
    </Workbench>
  )
}

interface TakeSizeProps {
  workshop: Workshop
  advice: Advice
}

/** Takes the advised size, or leads to a simpler design. */
function TakeSize({ workshop: { design, isKept, sizeMm, onChange }, advice }: TakeSizeProps) {
  if (advice.kind === 'too-fine' && isKept) {
    return <ButtonLink href={retouchPath(design.id)}>{messages.retouch}</ButtonLink>
  }
  if (advice.kind !== 'size') return null
  if (sizeMm >= advice.sizeMm) return <p>{text.isTaken}</p>
  return (
    <Button variant="primary" onClick={() => onChange({ sizeMm: advice.sizeMm })}>
      {text.take}
    </Button>
  )
}

interface FindingsProps {
  workshop: Workshop
  assessed: Extract<Result, { type: 'assessed' }>
  kinds: readonly FindingKind[]
  onPlace: (place: Place | null) => void
}

/** What will blur at this size, and the size at which it lasts. */
function Findings({ workshop, assessed, kinds, onPlace }: FindingsProps) {
  const { assessment, rule } = assessed
  const figures = describeFigures(assessed)
  const { reason, resolution } = figures
  const unmeasured = ofStyle(text.unmeasured, workshop.design.style)
  return (
    <>
      <div className={controls.group}>
        <p className={controls.strong}>{typeset(text.recommended(adviceOf(figures)))}</p>
        {reason && <p className={controls.note}>{typeset(reason)}</p>}
        <p className={controls.note}>{typeset(resolution)}</p>
      </div>
      <FindingList assessment={assessment} rule={rule} kinds={kinds} onPlace={onPlace} />
      {unmeasured && <p className={controls.note}>{unmeasured}</p>}
    </>
  )
}
