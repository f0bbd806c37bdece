import { explainRegistryError, RegistryError } from '@encre/releases'
import { RefusedError } from '@encre/releases/check-build'
import type { Insight, InsightErrors } from '@encre/releases/insight'
import type { History, Previews, Tokens } from '@encre/releases/registry'
import { describeStatus } from '@encre/releases/release-build'
import { explainError } from '../lib/run-command.ts'

export function describeHistory(entries: History['entries']): string {
  return list(entries, 'nothing has been released', (entry) => [
    entry.at,
    entry.action,
    entry.version,
    entry.replaced && entry.replaced !== entry.version && `instead of ${entry.replaced}`,
    entry.share !== null && `${entry.share} %`,
    entry.author,
    entry.reason,
  ])
}

export function describePreviews(previews: Previews['previews']): string {
  return list(previews, 'no preview is open', ({ id, shown, author, expiresAt }) => [
    id,
    shown,
    author,
    `until ${expiresAt}`,
  ])
}

export function describeTokens(tokens: Tokens['tokens']): string {
  return list(tokens, 'no team has a token', ({ id, remote, author, createdAt, lastUsedAt }) => [
    id,
    remote,
    author,
    `created ${createdAt}`,
    lastUsedAt ? `used ${lastUsedAt}` : 'never used',
  ])
}

function list<Entry>(entries: Entry[], none: string, partsOf: (entry: Entry) => unknown[]): string {
  const lines = entries.map((entry) => partsOf(entry).filter(Boolean).join('  '))
  return lines.join('\n') || none
}

export function describeInsight(insight: Insight, errors: InsightErrors['errors']): string {
  return [
    ...insight.remotes.map((remote) => [remote.remote, indent(describeStatus(remote))].join('\n')),
    section('errors in pages', errors.map(describeError)),
    section('web vitals of visitors, 75th percentile', describeVitals(insight.vitals)),
    section('counters', insight.counters.map(describeCounter)),
  ].join('\n\n')
}

function section(title: string, lines: string[]): string {
  return [title, ...(lines.length > 0 ? lines.map(indent) : ['  none'])].join('\n')
}

function describeError({
  count,
  message,
  remote,
  version,
  route,
  lastAt,
  stack,
  suspects,
  suspected,
}: InsightErrors['errors'][number]): string {
  // The first line of a stack repeats the message in some browsers.
  const frames = stack.split('\n').filter((line) => line !== '' && !line.startsWith(message))
  return [
    `${count} x ${message}`,
    `  ${remote} ${version}  ${route}  last ${lastAt}`,
    ...(suspects ? [`  ${suspected} of ${count} after ${suspects}, which is new`] : []),
    ...frames.slice(0, 6),
  ].join('\n')
}

function describeVitals(vitals: Insight['vitals']): string[] {
  const pages = Map.groupBy(
    vitals,
    ({ remote, version, route }) => `${route}  ${remote} ${version}`,
  )
  return [...pages].map(([page, figures]) => {
    const values = figures.map(
      ({ metric, p75, good }) =>
        `${metric} ${metric === 'cls' ? p75 : Math.round(p75)} (${Math.round(good * 100)} % good)`,
    )
    return [page, ...values, `${Math.max(...figures.map((figure) => figure.pages))} pages`].join(
      '  ',
    )
  })
}

function describeCounter({ name, labels, total }: Insight['counters'][number]): string {
  const described = Object.entries(labels)
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `${label}=${value}`)
  return `${[name, ...described].join(' ')}  ${Math.round(total * 10) / 10}`
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ')
}

export function explainReleaseError(error: unknown): unknown {
  if (error instanceof RegistryError && error.code === 'unknown-version')
    return `${unknownVersion} (${error.message})`
  if (error instanceof RefusedError) return error.message
  return explainRegistryError(error) ?? explainError(error)
}

const unknownVersion =
  'The registry has no such version. npm run release status <remote> lists those that it has.'
