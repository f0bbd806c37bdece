import { readCursor, writeCursor } from '@encre/worker/cursor'
import { logError } from '@encre/worker/log'
import { type MemberEnv, ownerKey } from '@encre/worker/member'
import { isoDate, momentOf } from '@encre/worker/moment'
import { problem } from '@encre/worker/problem'
import type { Context } from 'hono'
import type * as z from 'zod/mini'
import type { BatchResult, DeletedDesigns, DesignBatch } from './contract.ts'
import { deleteDesign, restoreDesign } from './delete-designs.ts'
import { type DeletedRow, listDeleted } from './deleted-store.ts'
import type { Handlers } from './handlers.ts'
import { signImageUrl } from './image-url.ts'
import { undoPeriodMs } from './lifetimes.ts'
import { settingsOf } from './worker-settings.ts'

const pageSize = 500
/** Designs that are worked on concurrently: each takes several calls to R2 and D1. */
const atOnce = 6

export const deletedDesigns = {
  async listDeletedDesigns(c, { query: { cursor } }) {
    const from = readCursor(cursor)
    if (from === 'invalid-cursor') return problem(c, 400, from)
    const rows = await listDeleted(c.env.DB, c.var.memberId, {
      since: isoDate(-undoPeriodMs),
      from,
      limit: pageSize + 1,
    })
    const following = rows[pageSize]
    const until = (deletedAt: string) =>
      new Date(Date.parse(deletedAt) + undoPeriodMs).toISOString()
    const owner = await ownerKey(c.var.memberId)
    const present = async (row: DeletedRow) => {
      const imageUrl = await signImageUrl(settingsOf(c.env), owner, row.id, { folder: 'deleted' })
      return { ...row, imageUrl, restorableUntil: until(row.deletedAt) }
    }
    return c.json<DeletedDesigns>({
      designs: await Promise.all(rows.slice(0, pageSize).map(present)),
      ...(following && {
        next: writeCursor({ createdAt: following.deletedAt, id: following.id }),
      }),
    })
  },

  // A design that the member does not have counts as deleted.
  deleteDesigns: (c, { body }) => applyToAll(c, body, deleteDesign, ['deleted', 'not-found']),

  restoreDesigns: (c, { body }) => applyToAll(c, body, restoreDesign, ['restored']),
} satisfies Partial<Handlers>

/** A design that fails stops no other. `done`: the results that are no failure. */
async function applyToAll(
  c: Context<MemberEnv<Env>>,
  { ids, ageMs }: z.infer<typeof DesignBatch>,
  apply: typeof deleteDesign | typeof restoreDesign,
  done: string[],
) {
  const pressedAt = momentOf(ageMs)
  const result: BatchResult = { done: [], failed: [] }
  const waiting = [...new Set(ids)]
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const end = await apply(c.env, c.var.memberId, id, pressedAt).catch((error: unknown) => {
        logError(error, { designId: id })
        return 'failed'
      })
      if (end !== 'outdated') result[done.includes(end) ? 'done' : 'failed'].push(id)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return c.json<BatchResult>(result)
}
