interface FeatureRow {
  /** The name of its folders and of its paths. Its worker is called `encre-<name>`. */
  name: string
  /**
   * Its service binding in `shell/wrangler.jsonc`, over which the site's worker sweeps it and asks
   * for its health and its counters.
   */
  binding: string
  /** Whether the site forwards `/api/<name>/*` to it. */
  isPublic: boolean
  /**
   * The first segment of the pages that its worker renders: `f` for `/f/*`. Null without such
   * pages.
   */
  pages: string | null
  /**
   * Its service binding in `workers/account/wrangler.jsonc`, whose entrypoint is a `MemberData`.
   * Running exports have stored this name. Null if it stores nothing of members.
   */
  memberData: string | null
  /** Of a deleted feature: the day, such as `2026-12-01`, until which its worker keeps its data. */
  keptUntil?: string
}

/**
 * The workers behind the site, for the shell's worker and the account worker. A service binding
 * without a row here is never forwarded, swept or erased. Erasures follow this order, so the
 * generator is first: a running generation would save its design after the gallery was erased.
 */
export const features = [
  { name: 'generator', binding: 'GENERATOR', isPublic: true, pages: null, memberData: 'LEDGER' },
  { name: 'gallery', binding: 'GALLERY', isPublic: true, pages: 'f', memberData: 'LIBRARY' },
  // It erases and exports its own tables itself.
  { name: 'account', binding: 'ACCOUNT', isPublic: true, pages: null, memberData: null },
] as const satisfies readonly FeatureRow[]
