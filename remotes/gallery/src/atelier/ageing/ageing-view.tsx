import { ofStyle } from '@encre/protocol/catalogue'
import { retouchPath } from '@encre/protocol/links'
import type { Spread } from '@encre/stencil/ageing'
import type { Place } from '@encre/stencil/assessment'
import { adviceOf, describeFigures } from '@encre/stencil/figures'
import type { Result } from '@encre/stencil/messages'
import { ButtonLink } from '@encre/ui/button'
import { Notice } from '@encre/ui/notice'
import { SegmentedControl } from '@encre/ui/segmented-control'
import { typeset } from '@encre/ui/typeset'
import { useId, useState } from 'react'
import { messages } from '../../messages.ts'
import { resultOf, useTask } from '../studio/use-task.ts'
import type { Workshop } from '../studio/workshop.ts'
import { atelierMessages } from '../workbench/atelier-messages.ts'
import layout from '../workbench/atelier-page.module.css'
import controls from '../workbench/controls.module.css'
import { HoldButton, SizeField, TakeSize } from '../workbench/fields.tsx'
import { ageingMessages as text } from '../workbench/tool-messages.ts'
import { Bar, Picture, PixelCanvas, Sheet, Workbench } from '../workbench/workbench.tsx'
import { type FindingKind, FindingList, FindingOverlay, PlaceRing } from './findings.tsx'

const kindsOf: Record<'strokes' | 'dots', readonly FindingKind[]> = {
  strokes: ['thin', 'closing', 'filling'],
  dots: ['thin'],
}
const ageDelayMs = 150

export function AgeingView({ workshop }: { workshop: Workshop }) {
  const { design, client, choice, sizeMm, size, around } = workshop
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
      choices={text.years}
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
      <Advised workshop={workshop} assessed={assessed} optionsId={optionsId} />
      {assessed && <FindingList {...assessed} kinds={kinds} onPlace={setPlace} />}
      {/* Shown with the list, which would move it. */}
      {(assessed || hasFailed) && (
        <Simulation
          {...{ workshop, years, spread, isComparing }}
          onSpread={setSpread}
          onCompare={setComparing}
        />
      )}
    </Workbench>
  )
}

interface SimulationProps {
  workshop: Workshop
  years: number
  spread: Spread
  isComparing: boolean
  onSpread: (spread: Spread) => void
  onCompare: (isComparing: boolean) => void
}

/** What is simulated, and how much it counts. */
function Simulation(props: SimulationProps) {
  const { workshop, years, spread, isComparing, onSpread, onCompare } = props
  const unmeasured = ofStyle(text.unmeasured, workshop.design.style)
  return (
    <>
      {unmeasured && <p className={controls.note}>{unmeasured}</p>}
      {years > 0 && (
        <>
          <SegmentedControl
            label={text.spread}
            choices={text.spreads}
            value={spread}
            onChange={onSpread}
          />
          <HoldButton label={text.compare} isHeld={isComparing} onHold={onCompare} />
        </>
      )}
      <p className={controls.note}>
        {typeset(text.indicative)} {atelierMessages.onDevice}
      </p>
      {workshop.savingLine}
    </>
  )
}

interface AdvisedProps {
  workshop: Workshop
  assessed: Extract<Result, { type: 'assessed' }> | null
  optionsId: string
}

/** The size at which the design lasts, and the press that takes it. */
function Advised({ workshop, assessed, optionsId }: AdvisedProps) {
  const figures = assessed && describeFigures(assessed)
  const [advised = '', unknown] = figures?.advised.split(' · ') ?? []
  const reasons = figures && [figures.reason, unknown && `${unknown}.`, figures.resolution]
  return (
    <section className={layout.send}>
      <Bar optionsId={optionsId}>
        <p className={controls.strong}>
          {figures ? typeset(text.recommended(adviceOf({ ...figures, advised }))) : text.measuring}
        </p>
        {assessed?.advice.kind === 'size' && (
          <TakeSize workshop={workshop} advisedMm={assessed.advice.sizeMm} />
        )}
        {assessed?.advice.kind === 'too-fine' && workshop.kept && (
          <ButtonLink href={retouchPath(workshop.design.id)}>{messages.retouch}</ButtonLink>
        )}
      </Bar>
      <p className={controls.note}>{typeset(reasons?.filter(Boolean).join(' ') ?? '')}</p>
    </section>
  )
}
