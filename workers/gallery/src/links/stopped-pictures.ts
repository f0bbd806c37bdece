import { StoppedDesign } from '@encre/protocol/design'
import { readImageFormat } from '@encre/worker/clean-image'
import { UnavailableError } from '@encre/worker/dependencies'
import { type OwnerKey, ownerKey } from '@encre/worker/member'
import { isoDate } from '@encre/worker/moment'
import { hashPixels } from '@encre/worker/png-pixels'
import { Flag, findRow, findValue, listRows, listValues, selectColumns } from '@encre/worker/rows'
import * as z from 'zod/mini'
import { deletedImageKey, heldImageKey, imageKey } from '../designs-files.ts'
import { reportLifetimeMs } from '../lifetimes.ts'

/**
 * Whether an operator stopped the sharing of a design, or of the same picture under another one:
 * that one is then stopped too. Decodes a picture only for a member who has a stopped one.
 */
export async function isSharingStopped(
  env: Env,
  memberId: string,
  designId: string,
): Promise<boolean> {
  const owner = await ownerKey(memberId)
  const design = env.DB.prepare(
    `select sharing_stopped_at as stoppedAt, exists (
       select 1 from reported_links where owner_key = ? and decision = 'stopped'
     ) as hasStopped
     from designs where id = ? and member_id = ? and deleted_at is null`,
  ).bind(owner, designId, memberId)
  const found = await findRow(
    design,
    z.object({ stoppedAt: z.nullable(z.string()), hasStopped: Flag }),
  )
  if (!found?.hasStopped) return found?.stoppedAt != null
  if (found.stoppedAt !== null) return true
  const pixels = await findPixels(env, owner, designId)
  const { meta } = await env.DB.prepare(
    `update designs set sharing_stopped_at = stopped.decided_at, sharing_stopped_reason = coalesce(stopped.reason, '')
     from (
       select decided_at, reason from reported_links
       where owner_key = ?1 and decision = 'stopped' and pixels = ?2 limit 1
     ) as stopped
     where id = ?3`,
  )
    .bind(owner, pixels, designId)
    .run()
  return meta.changes > 0
}

const columns = selectColumns(StoppedDesign, {
  designId: 'id',
  at: 'sharing_stopped_at',
  reason: 'sharing_stopped_reason',
})

/**
 * The designs whose sharing was stopped for as long as their reports are kept, newest first, or one
 * of them.
 */
export async function listStopped(
  db: D1Database,
  memberId: string,
  designId: string | null = null,
): Promise<StoppedDesign[]> {
  return listRows(
    db
      .prepare(
        `select ${columns} from designs
         where member_id = ?1 and sharing_stopped_at > ?2 and deleted_at is null and (?3 is null or id = ?3)
         order by sharing_stopped_at desc limit 5`,
      )
      .bind(memberId, designId === null ? isoDate(-reportLifetimeMs) : '', designId),
    StoppedDesign,
  )
}

/** Those of these designs whose sharing was ever stopped. */
export async function listStoppedAmong(
  db: D1Database,
  memberId: string,
  designIds: readonly string[],
): Promise<StoppedDesign[]> {
  return listRows(
    db
      .prepare(
        `select ${columns} from designs
         where id in (select value from json_each(?)) and member_id = ? and sharing_stopped_at is not null`,
      )
      .bind(JSON.stringify(designIds), memberId),
    StoppedDesign,
  )
}

/** The picture of a design, also of a deleted one. */
export async function getPicture(
  { IMAGES }: Env,
  owner: OwnerKey,
  designId: string,
): Promise<R2ObjectBody | null> {
  return (
    (await IMAGES.get(imageKey(owner, designId))) ??
    (await IMAGES.get(deletedImageKey(owner, designId)))
  )
}

/**
 * The hash of a design's decoded pixels, whatever the format of its file. Null without a picture.
 * Throws `UnavailableError` when it cannot be decoded now.
 */
export async function findPixels(
  env: Env,
  owner: OwnerKey,
  designId: string,
): Promise<string | null> {
  const known = await findValue(
    env.DB.prepare('select pixels from designs where id = ?').bind(designId),
    z.nullable(z.string()),
  )
  if (known) return known
  const object = await getPicture(env, owner, designId)
  if (!object) return null
  const pixels = await hashPicture(env, await object.arrayBuffer())
  await env.DB.prepare('update designs set pixels = ? where id = ?').bind(pixels, designId).run()
  return pixels
}

/** The same for the copy of a reported link's picture. */
export async function findHeldPixels(env: Env, linkId: string): Promise<string | null> {
  const object = await env.IMAGES.get(heldImageKey(linkId))
  return object && hashPicture(env, await object.arrayBuffer())
}

/** Other formats than PNG, and rare kinds of it, are written as a plain PNG first. */
async function hashPicture({ RESIZER }: Env, bytes: ArrayBuffer): Promise<string | null> {
  const picture = new Uint8Array(bytes)
  try {
    if (readImageFormat(picture)?.type === 'image/png') return await hashPixels(picture)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  try {
    const plain = await RESIZER.input(new Blob([bytes]).stream()).output({ format: 'image/png' })
    return await hashPixels(new Uint8Array(await plain.response().arrayBuffer()))
  } catch (cause) {
    throw new UnavailableError('a picture could not be compared with the stopped ones', { cause })
  }
}

/**
 * The designs of a member that show the same picture as a reported one, among those with a link that
 * has not ended.
 */
export async function findSamePictures(
  env: Env,
  { linkId, owner, pixels }: { linkId: string; owner: OwnerKey; pixels: string },
): Promise<string[]> {
  const linked = await listValues(
    env.DB.prepare(
      `select distinct designs.id from designs
       join links on links.design_id = designs.id and links.ended_at is null
       where designs.member_id = coalesce(
         (select member_id from links where id = ?),
         (select member_id from member_keys where owner_key = ?)
       )`,
    ).bind(linkId, owner),
    z.string(),
  )
  const same: string[] = []
  // One after the other: a decoded picture fills some of the worker's memory.
  for (const id of linked) {
    if ((await findPixels(env, owner, id)) === pixels) same.push(id)
  }
  return same
}
