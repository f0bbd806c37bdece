import type { Insight } from '@encre/protocol/insight'
import { useMemo } from 'react'
import { DataTable } from './data-table.tsx'
import { listDays, secondsOf } from './hours.ts'
import { messages } from './messages.ts'
import styles from './status-page.module.css'
import { TimeChart } from './time-chart.tsx'

const metrics = ['lcp', 'inp', 'cls'] as const
type Metric = (typeof metrics)[number]

/** LCP, INP and CLS of visitors: over time, and by page and version. */
export function VitalsSection({ insight: { vitals, vitalsByDay, since, at } }: { insight: Insight }) {
  const measured = metrics.filter((metric) => vitals.some((one) => one.metric === metric))
  return (
    <section aria-labelledby="vitals">
      <h2 id="vitals" className={styles.title}>
        {messages.vitals}
      </h2>
      <p className={styles.note}>{measured.length > 0 ? messages.vitalsNote : messages.noVitals}</p>
      <div className={styles.charts}>
        {measured.map((metric) => (
          <VitalChart key={metric} metric={metric} figures={vitalsByDay} since={since} at={at} />
        ))}
      </div>
      {measured.length > 0 && (
        <DataTable
          caption={messages.vitalsByPage}
          columns={[
            { name: messages.route },
            { name: messages.version },
            ...measured.flatMap((metric) => [
              { name: metric.toUpperCase(), isNumber: true },
              { name: `${metric.toUpperCase()} ${messages.good}`, isNumber: true },
            ]),
            { name: messages.pages, isNumber: true },
          ]}
          rows={groupByPage(vitals).map(({ key, route, version, figures }) => ({
            key,
            cells: [
              route,
              version,
              ...measured.flatMap((metric) =>
                describe(
                  metric,
                  figures.find((one) => one.metric === metric),
                ),
              ),
              Math.max(...figures.map((one) => one.pages)),
            ],
          }))}
        />
      )}
    </section>
  )
}

interface VitalChartProps {
  metric: Metric
  figures: Insight['vitalsByDay']
  since: string
  at: string
}

function VitalChart({ metric, figures, since, at }: VitalChartProps) {
  const { times, lines } = useMemo(() => {
    const days = listDays(since, at)
    const p75Of = (day: string) => figures.find((one) => one.day === day && one.metric === metric)?.p75 ?? null
    return { times: days.map(secondsOf), lines: [{ name: 'p75', tone: 'plain' as const, values: days.map(p75Of) }] }
  }, [metric, figures, since, at])
  return <TimeChart label={messages[metric]} times={times} lines={lines} shape="points" />
}

function groupByPage(vitals: Insight['vitals']): { key: string; route: string; version: string; figures: Insight['vitals'] }[] {
  const groups = Map.groupBy(vitals, ({ remote, route, version }) => `${remote} ${route} ${version}`)
  return [...groups].map(([key, figures]) => ({ key, route: figures[0]?.route ?? '', version: figures[0]?.version ?? '', figures }))
}

function describe(metric: Metric, figure: Insight['vitals'][number] | undefined): [string, string] {
  if (!figure) return ['–', '–']
  return [metric === 'cls' ? figure.p75.toFixed(3) : String(Math.round(figure.p75)), `${Math.round(figure.good * 100)} %`]
}
