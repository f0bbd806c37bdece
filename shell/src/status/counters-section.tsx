import type { Insight } from '@encre/protocol/insight'
import { useMemo } from 'react'
import { DataTable } from './data-table.tsx'
import { closeSteps, formatTime, listHours } from './hours.ts'
import styles from './status-page.module.css'
import { type Line, TimeChart } from './time-chart.tsx'

type Counter = Insight['counters'][number]

export function CountersSection({ counters, since, at }: Pick<Insight, 'counters' | 'since' | 'at'>) {
  const chart = useMemo(() => drawOutcomes(counters, since, at), [counters, since, at])
  return (
    <section aria-labelledby="counters">
      <h2 id="counters" className={styles.title}>
        Counters
      </h2>
      {counters.length === 0 && <p className={styles.note}>No worker has counted anything.</p>}
      {chart.lines.length > 0 && (
        <TimeChart label="Generations by outcome and hour" times={chart.times} lines={chart.lines} shape="steps" />
      )}
      {counters.length > 0 && <RecordNote counters={counters} since={since} />}
      {counters.length > 0 && (
        <DataTable
          caption="Counters by name"
          columns={['Counter', 'In this period', 'Total']}
          rows={counters.map((counter) => ({
            key: nameOf(counter),
            cells: [nameOf(counter), counter.recordedSince ? round(sumOf([counter])) : '–', round(counter.total)],
          }))}
        />
      )}
    </section>
  )
}

/** Says from when on the figures of the period are known, if they do not cover it. */
function RecordNote({ counters, since }: { counters: Counter[]; since: string }) {
  const starts = counters.map(({ recordedSince }) => recordedSince)
  const latest = starts
    .filter((hour) => hour !== undefined)
    .sort()
    .at(-1)
  if (starts.includes(undefined))
    return <p className={styles.note}>The growth of a counter is known once the site has recorded it, within a minute.</p>
  if (!latest || latest <= since.slice(0, 13)) return null
  return (
    <p className={styles.note}>
      First recorded in the hour from {formatTime(`${latest}:00`)} UTC. What was counted before is in the total only.
    </p>
  )
}

const tones: Record<string, Line['tone']> = { done: 'plain', failed: 'bad', interrupted: 'warning', cancelled: 'soft' }

/** How many generations ended in each state, by hour. A state has one line, whatever the reason. */
function drawOutcomes(counters: Counter[], since: string, at: string): { times: number[]; lines: Line[] } {
  const ended = counters.filter(({ name, byHour }) => name === 'encre_generations_ended_total' && byHour.length > 0)
  const hours = listHours(since, at)
  const states = [...Map.groupBy(ended, ({ labels }) => labels.state ?? '')]
  const { times, values } = closeSteps(
    hours,
    states.map(([, own]) => hours.map((hour) => sumOf(own, hour))),
  )
  return { times, lines: states.map(([state], index) => ({ name: state, tone: tones[state] ?? 'other', values: values[index] ?? [] })) }
}

/** How much these counters grew in an hour, or in the whole period. */
function sumOf(counters: Counter[], hour?: string): number {
  const growths = counters.flatMap(({ byHour }) => byHour)
  return growths.reduce((sum, growth) => sum + (hour === undefined || growth.hour === hour ? growth.value : 0), 0)
}

function nameOf({ name, labels }: Counter): string {
  const described = Object.entries(labels)
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `${label}=${value}`)
  return [name, ...described].join(' ')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
