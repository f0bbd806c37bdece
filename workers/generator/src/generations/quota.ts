import type { GeneratorOptions } from '../contract.ts'

interface QuotaSettings {
  DB: D1Database
  GENERATIONS_PER_MEMBER_PER_DAY: string
  GENERATIONS_PER_DAY: string
}

export interface QuotaLimits {
  perMember: number
  perSite: number
}

export function quotaLimits(env: QuotaSettings): QuotaLimits {
  return { perMember: Number(env.GENERATIONS_PER_MEMBER_PER_DAY), perSite: Number(env.GENERATIONS_PER_DAY) }
}

/** What is left today of the member's quota, or of the site's if that is less. */
export async function readQuota(env: QuotaSettings, memberId: string): Promise<GeneratorOptions['quota']> {
  const now = new Date()
  const { perMember, perSite } = quotaLimits(env)
  const used = await env.DB.prepare(
    `select (select used from member_usage where day = ?1 and member_id = ?2) as byMember,
       (select used from site_usage where day = ?1) as bySite`,
  )
    .bind(dayOf(now.toISOString()), memberId)
    .first<{ byMember: number | null; bySite: number | null }>()
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
