import { ownerKey } from '@encre/worker/member'
import type { GeneratorOptions } from '../contract.ts'

interface QuotaSettings {
  DB: D1Database
  GENERATIONS_PER_MEMBER_PER_DAY: string
  ATTEMPTS_PER_MEMBER_PER_DAY: string
  GENERATIONS_PER_NETWORK_PER_DAY: string
  GENERATIONS_PER_DAY: string
}

/** Limits per UTC day. */
export interface QuotaLimits {
  perMember: number
  /** Generations that one member may start, including the ones that were cancelled before a call: each is a row. */
  started: number
  /** Calls to the provider that one member may cause, billed to the member or not. */
  attempts: number
  /** What new accounts of one network may generate together; null without a limit. */
  perNetwork: number | null
  perSite: number
}

/** An empty setting of attempts stands for this many times the member's quota. */
const attemptsPerGeneration = 3
/** A member may start this many times their quota. */
const startsPerGeneration = 10

export function quotaLimits(env: Omit<QuotaSettings, 'DB'>): QuotaLimits {
  const perMember = Number(env.GENERATIONS_PER_MEMBER_PER_DAY)
  const attempts = env.ATTEMPTS_PER_MEMBER_PER_DAY
  const perNetwork = Number(env.GENERATIONS_PER_NETWORK_PER_DAY)
  return {
    perMember,
    started: startsPerGeneration * perMember,
    attempts: attempts === '' ? attemptsPerGeneration * perMember : Number(attempts),
    // An invalid setting refuses new accounts, as an invalid setting of the other limits refuses every member.
    perNetwork: perNetwork === 0 ? null : perNetwork,
    perSite: Number(env.GENERATIONS_PER_DAY),
  }
}

/** The smaller of today's remaining quotas: the member's or the site's. */
export async function readQuota(env: QuotaSettings, memberId: string): Promise<GeneratorOptions['quota']> {
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
    resetsAt: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)).toISOString(),
  }
}

/** The UTC day of an ISO date: `2026-11-20`. */
export function dayOf(date: string): string {
  return date.slice(0, 10)
}
