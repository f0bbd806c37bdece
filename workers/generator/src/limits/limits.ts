import { networkKeyHeader } from '@encre/protocol/network'
import { ownerKey } from '@encre/worker/member'
import type { Bindings } from '../bindings.ts'
import type { GeneratorOptions } from '../contract.ts'
import { newAccountMs } from '../lifetimes.ts'

type QuotaSettings = Pick<
  Bindings,
  | 'DB'
  | 'GENERATIONS_PER_MEMBER_PER_DAY'
  | 'ATTEMPTS_PER_MEMBER_PER_DAY'
  | 'GENERATIONS_PER_NETWORK_PER_DAY'
  | 'GENERATIONS_PER_DAY'
>

export interface QuotaLimits {
  perMember: number
  /**
   * Generations that one member may start. Those that were cancelled before a call count too,
   * because each is a row.
   */
  started: number
  attempts: number
  perNetwork: number | null
  perSite: number
}

const attemptsPerGeneration = 3
const startsPerGeneration = 10

export function quotaLimits(env: Omit<QuotaSettings, 'DB'>): QuotaLimits {
  const perMember = Number(env.GENERATIONS_PER_MEMBER_PER_DAY)
  const attempts = env.ATTEMPTS_PER_MEMBER_PER_DAY
  const perNetwork = Number(env.GENERATIONS_PER_NETWORK_PER_DAY)
  return {
    perMember,
    started: startsPerGeneration * perMember,
    attempts: attempts === '' ? attemptsPerGeneration * perMember : Number(attempts),
    // An invalid setting refuses new accounts, as an invalid setting of the other limits refuses
    // every member.
    perNetwork: perNetwork === 0 ? null : perNetwork,
    perSite: Number(env.GENERATIONS_PER_DAY),
  }
}

export async function readQuota(
  env: QuotaSettings,
  memberId: string,
): Promise<GeneratorOptions['quota']> {
  const now = new Date()
  const { perMember, perSite } = quotaLimits(env)
  const used = await env.DB.prepare(
    `select coalesce((select used from member_usage where day = ?1 and member_id = ?2), 0)
         + coalesce((select used_before_erasure from owner_usage where day = ?1 and owner_key = ?3), 0) as byMember,
       coalesce((select used from site_usage where day = ?1), 0) as bySite`,
  )
    .bind(dayOf(now.toISOString()), memberId, await ownerKey(memberId))
    .first<{ byMember: number; bySite: number }>()
  return {
    limit: perMember,
    left: Math.max(0, Math.min(perMember - (used?.byMember ?? 0), perSite - (used?.bySite ?? 0))),
    resetsAt: new Date(
      Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1),
    ).toISOString(),
  }
}

export function dayOf(date: string): string {
  return date.slice(0, 10)
}

type OwnerRefusal = 'account-erased' | 'attempts-exhausted' | 'network-exhausted'

/**
 * Takes one of the day's calls before the call is made. False if none is left. A call that is not
 * made after all stays counted.
 */
export async function takeCall(
  db: D1Database,
  ownerKey: string,
  { attempts }: Pick<QuotaLimits, 'attempts'>,
): Promise<boolean> {
  const { meta } = await db
    .prepare(
      `insert into owner_usage (day, owner_key, calls) select ?1, ?2, 1 where ?3 > 0
       on conflict (day, owner_key) do update set calls = calls + 1 where calls < ?3`,
    )
    .bind(dayOf(new Date().toISOString()), ownerKey, attempts)
    .run()
  return meta.changes > 0
}

/**
 * Why `acceptGeneration` refused. Null if the quota of the member or of the site was the reason.
 */
export async function findOwnerRefusal(
  db: D1Database,
  {
    ownerKey,
    networkKey,
    limits,
  }: { ownerKey: string; networkKey: string | null; limits: QuotaLimits },
): Promise<OwnerRefusal | null> {
  const now = new Date()
  const found = await db
    .prepare(
      `select exists (select 1 from erased_owners where owner_key = ?1) as erased,
         coalesce((select calls from owner_usage where day = ?2 and owner_key = ?1), 0) as calls,
         coalesce((select first_generation_at from owners where owner_key = ?1), ?3) > ?4 as isNew,
         coalesce((select used from network_usage where day = ?2 and network_key = ?5), 0) as byNetwork`,
    )
    .bind(ownerKey, dayOf(now.toISOString()), now.toISOString(), newAccountsAfter(now), networkKey)
    .first<{ erased: number; calls: number; isNew: number; byNetwork: number }>()
  if (!found) return null
  if (found.erased) return 'account-erased'
  if (found.calls >= limits.attempts) return 'attempts-exhausted'
  const isLimited = found.isNew && networkKey !== null && limits.perNetwork !== null
  return isLimited && found.byNetwork >= (limits.perNetwork ?? 0) ? 'network-exhausted' : null
}

export function newAccountsAfter(now: Date): string {
  return new Date(now.getTime() - newAccountMs).toISOString()
}

/**
 * Records the erasure before anything is deleted. From then on the member's tokens create nothing.
 */
export async function recordErasure(db: D1Database, ownerKey: string): Promise<void> {
  await db
    .prepare(
      'insert into erased_owners (owner_key, erased_at) values (?, ?) on conflict do nothing',
    )
    .bind(ownerKey, new Date().toISOString())
    .run()
}

export async function hasErasure(db: D1Database, ownerKey: string): Promise<boolean> {
  return (
    (await db.prepare('select 1 from erased_owners where owner_key = ?').bind(ownerKey).first()) !==
    null
  )
}

export async function deleteErasures(db: D1Database, before: Date): Promise<number> {
  const { meta } = await db
    .prepare('delete from erased_owners where erased_at < ?')
    .bind(before.toISOString())
    .run()
  return meta.changes
}

export async function deleteEndedDays(db: D1Database, today: string): Promise<number> {
  const deleted = await db.batch([
    db.prepare('delete from owner_usage where day < ?').bind(today),
    db.prepare('delete from network_usage where day < ?').bind(today),
    db
      .prepare(
        'update generations set network_key = null where network_key is not null and day < ?',
      )
      .bind(today),
  ])
  return deleted.reduce((sum, { meta }) => sum + meta.changes, 0)
}

/**
 * The keyed hash of the visitor's network, as the shell's worker sets it. Null without one, as for
 * calls between workers.
 */
export function readNetworkKey(headers: Headers): string | null {
  const key = headers.get(networkKeyHeader)
  return key && /^[0-9a-f]{32}$/.test(key) ? key : null
}
