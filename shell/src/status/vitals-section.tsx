import type { Insight } from '@encre/protocol/insight'
import { useMemo } from 'react'
import { DataTable } from './data-table.tsx'
import { listDays, secondsOf } from './hours.ts'
import styles from './status-page.module.css'
import { TimeChart } from './time-chart.tsx'

const labels = {
  lcp: 'Largest content shown (LCP), ms',
  inp: 'Reply to an input (INP), ms',
  cls: 'Layout shift (CLS)',
}
type Metric = keyof typeof labels

export function VitalsSection({ insight: { vitals, vitalsByDay, since, at } }: { insight: Insight }) {
  const measured = (['lcp', 'inp', 'cls'] as const).filter((metric) => vitals.some((one) => one.metric === metric))
  return (
    <section aria-labelledby="vitals">
      <h2 id="vitals" className={styles.title}>
        Web vitals of visitors
      </h2>
      <p className={styles.note}>
        {measured.length > 0
          ? 'Three quarters of the pages are at this value or better.'
          : 'No page was measured in this period. One page in five measures.'}
      </p>
      <div className={styles.charts}>
        {measured.map((metric) => (
          <VitalChart key={metric} metric={metric} figures={vitalsByDay} since={since} at={at} />
        ))}
      </div>
      {measured.length > 0 && (
        <DataTable
          caption="Web vitals by page and version"
          columns={['Route', 'Version', ...measured.flatMap((metric) => [metric.toUpperCase(), `${metric.toUpperCase()} Good`]), 'Pages']}
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

type VitalChartProps = Pick<Insight, 'since' | 'at'> & { metric: Metric; figures: Insight['vitalsByDay'] }

function VitalChart({ metric, figures, since, at }: VitalChartProps) {
  const { times, lines } = useMemo(() => {
    const days = listDays(since, at)
    const p75Of = (day: string) => figures.find((one) => one.day === day && one.metric === metric)?.p75 ?? null
    return { times: days.map(secondsOf), lines: [{ name: 'p75', tone: 'plain' as const, values: days.map(p75Of) }] }
  }, [metric, figures, since, at])
  return <TimeChart label={labels[metric]} times={times} lines={lines} shape="points" />
}

function groupByPage(vitals: Insight['vitals']): { key: string; route: string; version: string; figures: Insight['vitals'] }[] {
  const groups = Map.groupBy(vitals, ({ remote, route, version }) => `${remote} ${route} ${version}`)
  return [...groups].map(([key, figures]) => ({ key, route: figures[0]?.route ?? '', version: figures[0]?.version ?? '', figures }))
}

function describe(metric: Metric, figure: Insight['vitals'][number] | undefined): [string, string] {
  if (!figure) return ['–', '–']
  return [metric === 'cls' ? figure.p75.toFixed(3) : String(Math.round(figure.p75)), `${Math.round(figure.good * 100)} %`]
}
