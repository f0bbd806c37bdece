import type { Bindings } from '../bindings.ts'
import type { GeneratorOptions } from '../contract.ts'
import { dayOf } from './generations-store.ts'

type QuotaSettings = Pick<Bindings, 'DB' | 'GENERATIONS_PER_MEMBER_PER_DAY' | 'GENERATIONS_PER_DAY'>

export function quotaLimits(env: QuotaSettings): { perMember: number; perSite: number } {
  return { perMember: Number(env.GENERATIONS_PER_MEMBER_PER_DAY), perSite: Number(env.GENERATIONS_PER_DAY) }
}

/** What is left today for a member, who also shares the site's. */
export async function readQuota(env: QuotaSettings, memberId: string): Promise<GeneratorOptions['quota']> {
  const now = new Date()
  const { perMember, perSite } = quotaLimits(env)
  const { results } = await env.DB.prepare(`select member_id, used from usage where day = ? and member_id in (?, '')`)
    .bind(dayOf(now.toISOString()), memberId)
    .all<{ member_id: string; used: number }>()
  const usedBy = (scope: string) => results.find(({ member_id }) => member_id === scope)?.used ?? 0
  return {
    limit: perMember,
    left: Math.max(0, Math.min(perMember - usedBy(memberId), perSite - usedBy(''))),
    resetsAt: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)).toISOString(),
  }
}
