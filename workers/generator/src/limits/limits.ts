import { deleteInPieces, sweepInPieces } from '@encre/worker/bounded'
import { ownerKey } from '@encre/worker/member'
import { endOfDay, isoDate } from '@encre/worker/moment'
import { Flag, findRow, hasRow } from '@encre/worker/rows'
import * as z from 'zod/mini'
import type { Bindings } from '../bindings.ts'
import type { GeneratorOptions } from '../contract.ts'
import { newAccountMs } from '../lifetimes.ts'
import { type QuotaLimits, settingsOf } from '../settings.ts'

// What a member, a network and the site have used today, for the page (`readQuota`), for each call
// (`takeCall`), and for the sentence of a refusal. Accepting itself counts in
// `generations/generations-store.ts`; the numbers are in `settings.ts`.

const Used = z.object({
  byMember: z.number(),
  bySite: z.number(),
  byNewAccounts: z.number(),
  /** Whether the account's first generation is of today. */
  startedToday: Flag,
})

export async function readQuota(
  env: Pick<Bindings, 'DB'>,
  memberId: string,
): Promise<GeneratorOptions['quota']> {
  const today = dayOf(isoDate())
  const { perMember, perSite, perNewAccounts } = settingsOf(env).limits
  const used = await findRow(
    env.DB.prepare(
      `select coalesce((select used from member_usage where day = ?1 and member_id = ?2), 0)
         + coalesce((select used_before_erasure from owner_usage where day = ?1 and owner_key = ?3), 0) as byMember,
       coalesce((select used from site_usage where day = ?1), 0) as bySite,
       coalesce((select used_by_new_accounts from site_usage where day = ?1), 0) as byNewAccounts,
       coalesce((select first_generation_at from owners where owner_key = ?3), ?1) >= ?1 as startedToday`,
    ).bind(today, memberId, await ownerKey(memberId)),
    Used,
  )
  const leftOf = ({ byMember, bySite, byNewAccounts, startedToday }: z.infer<typeof Used>) => [
    perMember - byMember,
    perSite - bySite,
    startedToday ? perNewAccounts - byNewAccounts : perSite,
  ]
  return {
    limit: perMember,
    left: used ? Math.max(0, Math.min(...leftOf(used))) : perMember,
    resetsAt: endOfDay(),
  }
}

export function dayOf(date: string): string {
  return date.slice(0, 10)
}

const OwnerUse = z.object({
  isErased: Flag,
  calls: z.number(),
  /** Whether its first generation is of the last days: `newAccountsAfter`. */
  isNew: Flag,
  byNetwork: z.number(),
})

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
    .bind(dayOf(isoDate()), ownerKey, attempts)
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
  const now = isoDate()
  const found = await findRow(
    db
      .prepare(
        `select exists (select 1 from erased_owners where owner_key = ?1) as isErased,
         coalesce((select calls from owner_usage where day = ?2 and owner_key = ?1), 0) as calls,
         coalesce((select first_generation_at from owners where owner_key = ?1), ?3) > ?4 as isNew,
         coalesce((select used from network_usage where day = ?2 and network_key = ?5), 0) as byNetwork`,
      )
      .bind(ownerKey, dayOf(now), now, newAccountsAfter(), networkKey),
    OwnerUse,
  )
  if (!found) return null
  if (found.isErased) return 'account-erased'
  if (found.calls >= limits.attempts) return 'attempts-exhausted'
  const isLimited = found.isNew && networkKey !== null && limits.perNetwork !== null
  return isLimited && found.byNetwork >= (limits.perNetwork ?? 0) ? 'network-exhausted' : null
}

/** Whether the owner has generated before, on any day. */
export async function hasGeneratedBefore(db: D1Database, ownerKey: string): Promise<boolean> {
  return hasRow(db.prepare('select 1 from owners where owner_key = ?').bind(ownerKey))
}

export function newAccountsAfter(): string {
  return isoDate(-newAccountMs)
}

/** At midnight every generation of a new account is due: in pieces, one statement would end too late. */
export async function deleteEndedDays(db: D1Database, today: string): Promise<number> {
  const condition = 'day < ?'
  const owners = { table: 'owner_usage', key: 'day, owner_key', condition }
  const networks = { table: 'network_usage', key: 'day, network_key', condition }
  const forget = db.prepare(
    `update generations set network_key = null where id in (
       select id from generations where network_key is not null and day < ? limit ?
     )`,
  )
  const forgotten = await sweepInPieces(
    async (limit) => (await forget.bind(today, limit).run()).meta.changes,
  )
  return (
    forgotten +
    (await deleteInPieces(db, owners, today)) +
    (await deleteInPieces(db, networks, today))
  )
}
