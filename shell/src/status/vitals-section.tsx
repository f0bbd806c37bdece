import type { Insight } from '@encre/releases/insight'
import { sampledShare } from '../vitals/sample-page.ts'
import { DataTable } from './data-table.tsx'
import styles from './status-page.module.css'

const labels = {
  lcp: 'Largest content shown (LCP), ms',
  inp: 'Reply to an input (INP), ms',
  cls: 'Layout shift (CLS)',
}
type Metric = keyof typeof labels

export function VitalsSection({ insight: { vitals, vitalsByDay } }: { insight: Insight }) {
  const measured = (['lcp', 'inp', 'cls'] as const).filter((metric) =>
    vitals.some((one) => one.metric === metric),
  )
  return (
    <section aria-labelledby="vitals">
      <h2 id="vitals" className={styles.title}>
        Web vitals of visitors
      </h2>
      <p className={styles.note}>
        {measured.length > 0
          ? 'Three quarters of the pages are at this value or better.'
          : `No page was measured in this period. One page in ${1 / sampledShare} measures.`}
      </p>
      {measured.length > 0 && (
        <DataTable
          caption="Web vitals by page and version"
          columns={[
            'Route',
            'Version',
            ...measured.flatMap((metric) => [metric.toUpperCase(), `${metric.toUpperCase()} Good`]),
            'Pages',
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
      <details className={styles.details}>
        <summary>By day</summary>
        <DataTable
          caption="Web vitals by day"
          columns={['Day', 'Metric', 'Value', 'Pages']}
          rows={vitalsByDay.toReversed().map(({ day, metric, p75, pages }) => ({
            key: `${day} ${metric}`,
            cells: [day, labels[metric as Metric] ?? metric, round(metric, p75), pages],
          }))}
        />
      </details>
    </section>
  )
}

function groupByPage(
  vitals: Insight['vitals'],
): { key: string; route: string; version: string; figures: Insight['vitals'] }[] {
  const groups = Map.groupBy(
    vitals,
    ({ remote, route, version }) => `${remote} ${route} ${version}`,
  )
  return [...groups].map(([key, figures]) => ({
    key,
    route: figures[0]?.route ?? '',
    version: figures[0]?.version ?? '',
    figures,
  }))
}

function describe(metric: Metric, figure: Insight['vitals'][number] | undefined): [string, string] {
  if (!figure) return ['–', '–']
  return [round(metric, figure.p75), `${Math.round(figure.good * 100)} %`]
}

function round(metric: string, value: number): string {
  return metric === 'cls' ? value.toFixed(3) : String(Math.round(value))
}
