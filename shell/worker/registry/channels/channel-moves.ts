// What promote, rollback, canary, raise and withdraw do to the versions that visitors get, as a
// table. `channels.ts` answers teams with it, `judge-canary.ts` the cron; `channels-store.ts`
// writes it.

/** What the visitors of a remote get. */
export interface Versions {
  /** What everyone gets but the canary's visitors. Null: nothing. */
  current: string | null
  /** The version that everyone had before, to which a rollback returns. Never a canary. */
  previous: string | null
  canary: { version: string; share: number; ramp?: boolean } | null
}

interface Given {
  version: string
  share: number
  ramp: boolean
  /** The version that a later rollback would return to, after this one. */
  fallback: string | null
}

type Move<Names extends keyof Given> = (from: Versions, given: Pick<Given, Names>) => Versions

/**
 * The states of a channel, by whether it has a canary, and every move between them. A team's token
 * may make all but `promote` and `raise`, and a canary of at most `largestTeamShare`; `raise`,
 * `end` and the last `promote` follow from the reports on a canary.
 */
export const moves = {
  promote: ((from, { version }) => ({
    ...replaceCurrent(settle(from, version), version),
    canary: null,
  })) satisfies Move<'version'>,
  /** Starts a canary, replaces it, or changes its share. Share 0 ends it. */
  setCanary: ((from, { version, share, ramp }) => {
    const settled = settle(from, version)
    return {
      ...settled,
      canary: share > 0 && version !== settled.current ? { version, share, ramp } : null,
    }
  }) satisfies Move<'version' | 'share' | 'ramp'>,
  raise: ((from, { share }) =>
    from.canary
      ? { ...from, canary: { version: from.canary.version, share, ramp: true } }
      : from) satisfies Move<'share'>,
  end: ((from) => ({ ...from, canary: null })) satisfies Move<never>,
  /** Ends a canary; without one, everyone gets the previous version. */
  rollBack: ((from, { fallback }) =>
    from.canary
      ? { ...from, canary: null }
      : {
          current: from.previous,
          previous: from.previous && fallback,
          canary: null,
        }) satisfies Move<'fallback'>,
  withdraw: ((from) => ({
    ...replaceCurrent(settle(from, null), null),
    canary: null,
  })) satisfies Move<never>,
}

/** A canary that everyone has is the current version as soon as another takes its place. */
function settle(from: Versions, next: string | null): Versions {
  const { canary } = from
  if (canary?.share !== 100 || canary.version === next) return from
  return { ...replaceCurrent(from, canary.version), canary: null }
}

/** Only a version that everyone had becomes the previous one. */
function replaceCurrent(
  { current, previous }: Versions,
  next: string | null,
): Pick<Versions, 'current' | 'previous'> {
  if (next === current) return { current, previous }
  return { current: next, previous: current }
}
