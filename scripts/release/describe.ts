import { explainRegistryError, RegistryError } from '@encre/releases'
import { RefusedError } from '@encre/releases/check-build'
import type { History, Previews, Tokens } from '@encre/releases/registry'
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

export function explainReleaseError(error: unknown): unknown {
  if (error instanceof RegistryError && error.code === 'unknown-version')
    return `${unknownVersion} (${error.message})`
  if (error instanceof RefusedError) return error.message
  return explainRegistryError(error) ?? explainError(error)
}

const unknownVersion =
  'The registry has no such version. npm run release status <remote> lists those that it has.'
