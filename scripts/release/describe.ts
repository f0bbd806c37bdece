import type { History, Previews, RemoteStatus, Tokens } from '@encre/protocol/registry'

export function describeStatus({ current, previous, canary, versions }: RemoteStatus): string {
  return [
    `current   ${current ?? 'none'}`,
    `previous  ${previous ?? 'none'}`,
    `canary    ${canary ? `${canary.version} for ${canary.share} %` : 'none'}`,
    ...versions.map(
      (one) =>
        `  ${one.createdAt}  ${one.version}  ${one.author}  health reports ${one.visitors}, load failures ${one.loadFailures}, errors ${one.errors}, silent ${one.silent ?? 0}`,
    ),
  ].join('\n')
}

export function describeHistory(entries: History['entries']): string {
  if (entries.length === 0) return 'nothing has been released'
  return entries
    .map(({ at, action, version, replaced, share, author, reason }) =>
      [at, action, version, replaced && replaced !== version && `instead of ${replaced}`, share !== null && `${share} %`, author, reason]
        .filter((part) => part)
        .join('  '),
    )
    .join('\n')
}

export function describePreviews(previews: Previews['previews']): string {
  if (previews.length === 0) return 'no preview is open'
  return previews.map(({ id, shown, author, expiresAt }) => [id, shown, author, `until ${expiresAt}`].join('  ')).join('\n')
}

export function describeTokens(tokens: Tokens['tokens']): string {
  if (tokens.length === 0) return 'no team has a token'
  return tokens
    .map(({ id, remote, author, createdAt, lastUsedAt }) =>
      [id, remote, author, `created ${createdAt}`, lastUsedAt ? `used ${lastUsedAt}` : 'never used'].join('  '),
    )
    .join('\n')
}
