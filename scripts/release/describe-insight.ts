import type { Insight, InsightErrors } from '@encre/protocol/insight'
import { describeStatus } from './describe.ts'

/** The state of a site as text: the same parts as the operators' page. */
export function describeInsight(insight: Insight, errors: InsightErrors['errors']): string {
  return [
    ...insight.remotes.map((remote) => [remote.remote, indent(describeStatus(remote))].join('\n')),
    section('errors in pages', errors.map(describeError)),
    section('web vitals of visitors, 75th percentile', describeVitals(insight.vitals)),
    section(
      'counters in this period, and in all',
      insight.counters.map((counter) => describeCounter(counter, insight.since)),
    ),
  ].join('\n\n')
}

function section(title: string, lines: string[]): string {
  return [title, ...(lines.length > 0 ? lines.map(indent) : ['  none'])].join('\n')
}

function describeError({ count, message, remote, version, route, lastAt, stack }: InsightErrors['errors'][number]): string {
  // The first line of a stack repeats the message in some browsers.
  const frames = stack.split('\n').filter((line) => line !== '' && !line.startsWith(message))
  return [`${count} x ${message}`, `  ${remote} ${version}  ${route}  last ${lastAt}`, ...frames.slice(0, 6)].join('\n')
}

function describeVitals(vitals: Insight['vitals']): string[] {
  const pages = Map.groupBy(vitals, ({ remote, version, route }) => `${route}  ${remote} ${version}`)
  return [...pages].map(([page, figures]) => {
    const values = figures.map(
      ({ metric, p75, good }) => `${metric} ${metric === 'cls' ? p75 : Math.round(p75)} (${Math.round(good * 100)} % good)`,
    )
    return [page, ...values, `${Math.max(...figures.map((figure) => figure.pages))} pages`].join('  ')
  })
}

function describeCounter({ name, labels, total, byHour, recordedSince }: Insight['counters'][number], since: string): string {
  const described = Object.entries(labels).flatMap(([label, value]) => (value === '' ? [] : [`${label}=${value}`]))
  const growth = byHour.reduce((sum, { value }) => sum + value, 0)
  const isPartial = recordedSince !== undefined && recordedSince > since.slice(0, 13)
  return [
    [name, ...described].join(' '),
    round(growth),
    round(total),
    ...(isPartial ? [`first recorded in the hour ${recordedSince}`] : []),
  ].join('  ')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ')
}
