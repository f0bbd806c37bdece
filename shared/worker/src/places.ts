import * as z from 'zod/mini'
import { deleteInPieces } from './bounded.ts'
import { endOfDay, isoDate } from './moment.ts'
import { Flag, parseRows } from './rows.ts'

// What costs takes its place here before any work, and gives it back when nothing was done. Each
// worker declares its limits in `places.ts`, its handlers call `take`, and its sweep deletes what
// is over.

/** What one kind of work may be asked for, before any of it is done. */
export interface Cost {
  /** The work, for the table in SECURITY.md. */
  work: string
  /** Most places that one holder has at once. */
  limit: number
  /** Who holds a place: a member, or a link whose visitors are unknown but for their network. */
  per: 'member' | 'link' | 'link and network'
  /** Milliseconds for which a place is taken. `day`: until the day ends, in UTC. */
  lasts: number | 'day'
}

interface PlaceRequest {
  keyHash: string
  /** Absent before the body is read: see `isFor`. */
  bodyHash?: string
}

export interface Place {
  /** How many more the holder has. */
  left: number
  /** A request with the same key has taken it before: its answer was lost, or it is still under way. */
  isRepeat: boolean
  /** False if a request with the same key asked for something else. */
  isFor(bodyHash: string): Promise<boolean>
  /** For a request that has done nothing: the holder may ask again. */
  giveBack(): Promise<void>
}

const Taken = z.object({ taken: z.number(), isHeld: Flag, bodyHash: z.nullable(z.string()) })

/**
 * The places of a worker, in the table `places` of its database. `erasedHolders` selects the holders
 * whose account is erased: their tokens take none.
 */
export function definePlaces<Kind extends string>(
  erasedHolders: string,
  costs: Readonly<Record<Kind, Cost>>,
) {
  return {
    costs,

    /**
     * Takes a place before a byte of the request is read. One statement, so that concurrent requests
     * count correctly. A request that is sent again with the same key takes no second one. Null if
     * none is left, or the holder's account is erased; 'other-body' if the same key asked for
     * something else.
     */
    async take(
      db: D1Database,
      kind: Kind,
      holder: string,
      { keyHash: id, bodyHash }: PlaceRequest = { keyHash: crypto.randomUUID() },
    ): Promise<Place | null | 'other-body'> {
      const { limit, lasts } = costs[kind]
      const now = isoDate()
      const end = lasts === 'day' ? endOfDay() : isoDate(lasts)
      const count =
        'select count(*) from places where holder = ?1 and kind = ?2 and expires_at > ?3'
      const [inserted, counted] = await db.batch([
        db
          .prepare(
            `insert into places (holder, kind, id, expires_at, body_hash) select ?1, ?2, ?4, ?5, ?7
             where ?1 not in (${erasedHolders}) and (${count}) < ?6 on conflict (id) do nothing`,
          )
          .bind(holder, kind, now, id, end, limit, bodyHash ?? null),
        db
          .prepare(
            `select (${count}) as taken, ?1 not in (${erasedHolders}) and exists (
               select 1 from places where id = ?4 and holder = ?1 and kind = ?2
             ) as isHeld, (select body_hash from places where id = ?4) as bodyHash`,
          )
          .bind(holder, kind, now, id),
      ])
      const [held] = parseRows(counted, Taken)
      if (bodyHash && held?.bodyHash && held.bodyHash !== bodyHash) return 'other-body'
      if (!held?.isHeld) return null
      const isRepeat = inserted?.meta.changes === 0
      return {
        left: Math.max(0, limit - held.taken),
        isRepeat,
        async isFor(hash) {
          const row = await db
            .prepare(
              'update places set body_hash = coalesce(body_hash, ?) where id = ? returning body_hash',
            )
            .bind(hash, id)
            .first<string>('body_hash')
          return row === hash
        },
        async giveBack() {
          // The first request with this id may still be under way.
          if (!isRepeat) await db.prepare('delete from places where id = ?').bind(id).run()
        },
      }
    },

    /** Deletes what has expired. Resolves to the number of places. */
    sweep(db: D1Database): Promise<number> {
      const expired = { table: 'places', key: 'id', condition: 'expires_at <= ?' }
      return deleteInPieces(db, expired, isoDate())
    },
  }
}

/** Longer than a picture is decoded, and shorter than a page waits. */
const repeatWaitMs = 10_000
const repeatCheckMs = 500

/** Whether the first request with the id of a repeated one, which may be under way, is done soon. */
export async function isDoneSoon(isDone: () => Promise<boolean>): Promise<boolean> {
  for (let waited = 0; waited < repeatWaitMs; waited += repeatCheckMs) {
    if (await isDone()) return true
    await scheduler.wait(repeatCheckMs)
  }
  return false
}
