import { styles } from '@encre/protocol/catalogue'
import { cleanImage } from '@encre/worker/clean-image'
import { readCursor, writeCursor } from '@encre/worker/cursor'
import { imageLimit } from '@encre/worker/limited-body'
import { type MemberEnv, ownerKey } from '@encre/worker/member'
import { isoDate, momentOf } from '@encre/worker/moment'
import { isDoneSoon, type Place } from '@encre/worker/places'
import { problem } from '@encre/worker/problem'
import { readImage } from '@encre/worker/read-image'
import { readRepeat } from '@encre/worker/repeats'
import { sha256 } from '@encre/worker/secrets'
import type { Context } from 'hono'
import {
  type AtelierSettings,
  type DesignPage,
  importModel,
  type ListedDesign,
  mostDesigns,
  mostSearchWords,
  type Neighbours,
  type NeighboursQuery,
  type OpenedDesign,
  pageSize,
} from './contract.ts'
import { deleteDesign } from './delete-designs.ts'
import {
  countDesigns,
  type DesignFilter,
  findAny,
  findDesign,
  findNeighbours,
  listDesigns,
  noChoices,
  positionAfter,
  setFavourites,
} from './designs-store.ts'
import type { Handlers } from './handlers.ts'
import { withImageUrl, withImageUrls } from './image-url.ts'
import { listAnsweredDesigns } from './links/answers-store.ts'
import { listStopped } from './links/stopped-pictures.ts'
import { places } from './places.ts'
import { saveDesign } from './save-design.ts'
import { readSearch } from './search.ts'
import { areKeepable, findSettings, updateSettings } from './settings-store.ts'
import { settingsOf } from './worker-settings.ts'

export const designs = {
  async listDesigns(c, { query }) {
    const { cursor } = query
    const limit = Number(query.limit ?? pageSize)
    const filter = readFilter(query)
    if (typeof filter === 'string') return problem(c, 400, filter)
    const from = readCursor(cursor)
    if (from === 'invalid-cursor') return problem(c, 400, from)

    const { style, words, number } = filter
    const isWhole =
      style === null && words.length === 0 && number === null && !filter.favouritesOnly
    // Reads one design more than the page shows, to know whether another page follows.
    const isStart = isWhole && from === null
    const [found, total, answered] = await Promise.all([
      listDesigns(c.env.DB, c.var.memberId, { ...filter, from, limit: limit + 1 }),
      isStart ? countDesigns(c.env.DB, c.var.memberId) : null,
      isStart ? listAnsweredDesigns(c.env.DB, c.var.memberId) : [],
    ])
    const shown = found.slice(0, limit)
    const following = found[limit]
    const next = following ? writeCursor(positionAfter(shown, following)) : null
    const designs = await withImageUrls(settingsOf(c.env), shown)
    return c.json<DesignPage>({
      designs,
      next,
      ...(total !== null && { total }),
      ...(answered.length > 0 && { answered }),
    })
  },

  async importDesign(c, { query, key }) {
    const { subject, style, origin = 'imported' } = query
    if (!isStyle(style)) return problem(c, 400, 'invalid-style')
    const { memberId } = c.var
    const request = { purpose: 'import', owner: memberId, key }
    const { imageUrlSecret } = settingsOf(c.env)
    const { keyHash } = await readRepeat(imageUrlSecret, { ...request, body: {} })
    const place = await takeImport(c.env.DB, memberId, keyHash)
    if (!place) return problem(c, 429, 'too-many-imports')
    const bytes = await readImage(c, place, imageLimit)
    if (bytes === 'not-an-image') return problem(c, 400, 'invalid-image')
    if (bytes === 'too-large') return problem(c, 413, 'invalid-request')

    const image = (await sha256(bytes)).toHex()
    const body = { subject, style, origin, image }
    const repeat = await readRepeat(imageUrlSecret, { ...request, body })
    if (!(await place.isFor(repeat.bodyHash))) return problem(c, 422, 'failed-precondition')
    const ids = repeat.names.map((name) => name.id)
    const known = await findImported(c, ids, place)
    if (known) return known
    const png = await decodeImport(c, bytes, place)
    if (png instanceof Response) return png
    const saved = await saveDesign(
      c.env,
      {
        ...noChoices,
        id: repeat.names[0].id,
        userId: memberId,
        subject,
        style,
        origin,
        prompt: '',
        model: importModel,
        createdAt: isoDate(),
      },
      { bytes: png.buffer, type: 'image/png' },
    )
    return saved ? c.json<ListedDesign>(saved, 201) : problem(c, 429, 'too-many-imports')
  },

  async readDesign(c, { params: { id } }) {
    const { memberId } = c.var
    const [design, [answered], [stopped]] = await Promise.all([
      findDesign(c.env.DB, memberId, id),
      listAnsweredDesigns(c.env.DB, memberId, id),
      listStopped(c.env.DB, memberId, id),
    ])
    if (!design) return problem(c, 404, 'not-found')
    const shown = await withImageUrl(settingsOf(c.env), design)
    return c.json<OpenedDesign>({
      ...shown,
      ...(answered && { answered }),
      ...(stopped && { stopped: { at: stopped.at, reason: stopped.reason } }),
    })
  },

  async readSettings(c, { params }) {
    const settings = await findSettings(c.env.DB, c.var.memberId, params.id)
    return settings ? c.json<AtelierSettings>(settings) : problem(c, 404, 'not-found')
  },

  async changeSettings(c, { params, body: change }) {
    if (!areKeepable(change)) return problem(c, 400, 'invalid-request')
    const settings = await updateSettings(c.env.DB, c.var.memberId, params.id, change)
    if (settings === 'version-conflict') return problem(c, 409, settings)
    return settings ? c.json<AtelierSettings>(settings) : problem(c, 404, 'not-found')
  },

  async findNeighbours(c, { params, query }) {
    const filter = readFilter(query)
    if (typeof filter === 'string') return problem(c, 400, filter)
    const neighbours = await findNeighbours(c.env.DB, c.var.memberId, params.id, filter)
    return neighbours ? c.json<Neighbours>(neighbours) : problem(c, 404, 'not-found')
  },

  async deleteDesign(c, { params }) {
    const result = await deleteDesign(c.env, c.var.memberId, params.id, null)
    if (result === 'not-found') return problem(c, 404, 'not-found')
    if (result === 'not-deleted') return problem(c, 503, 'unavailable')
    return c.body(null, 204)
  },

  async setFavourites(c, { body: { ids, favourite, ageMs } }) {
    const isSet = await setFavourites(c.env.DB, c.var.memberId, ids, favourite, momentOf(ageMs))
    return isSet ? c.body(null, 204) : problem(c, 409, 'version-conflict')
  },
} satisfies Partial<Handlers>

/** Null beyond the limit of the day, in a full library, and for an erased account. */
async function takeImport(
  db: D1Database,
  memberId: string,
  keyHash: string,
): Promise<Place | null> {
  const place = await places.take(db, 'import', await ownerKey(memberId), { keyHash })
  if (!place || place === 'other-body') return null
  if (place.isRepeat || (await countDesigns(db, memberId)) < mostDesigns) return place
  await place.giveBack()
  return null
}

/** An imported picture has the same sides as one that is opened in the atelier. */
const importSides = { min: 16, max: 2048 }

/** The design that the same import saved before, which may still be under way. Null without one. */
async function findImported(c: Context<MemberEnv<Env>>, ids: string[], place: Place) {
  const find = () => findAny(c.env.DB, ids)
  const isKnown = place.isRepeat ? await isDoneSoon(async () => (await find()) !== null) : false
  const id = isKnown || !place.isRepeat ? await find() : null
  if (id === null) return null
  await place.giveBack()
  const design = await findDesign(c.env.DB, c.var.memberId, id)
  if (!design) return problem(c, 404, 'not-found')
  return c.json<ListedDesign>(await withImageUrl(settingsOf(c.env), design), 201)
}

/**
 * The image decoded and encoded again: nothing else of the file is kept. Each decoding is billed. An
 * import that was refused or broke off is decoded again with a place of its own.
 */
async function decodeImport(
  c: Context<MemberEnv<Env>>,
  bytes: Uint8Array<ArrayBuffer>,
  held: Place,
) {
  const place = held.isRepeat
    ? await takeImport(c.env.DB, c.var.memberId, crypto.randomUUID())
    : held
  if (!place) return problem(c, 429, 'too-many-imports')
  let isDecoded = false
  try {
    const png = await cleanImage({ DECODER: c.env.RESIZER }, bytes, importSides)
    isDecoded = true
    return png ?? problem(c, 400, 'invalid-image')
  } finally {
    if (!isDecoded) await place.giveBack()
  }
}

function isStyle(id: string): boolean {
  return styles.some((style) => style.id === id)
}

/** The filter of a query, or the code of what is wrong with it. */
function readFilter({
  style,
  q = '',
  favourites,
  sort: order = 'newest',
}: NeighboursQuery): DesignFilter | 'invalid-request' | 'invalid-style' {
  const search = readSearch(q)
  if (search.words.length > mostSearchWords) return 'invalid-request'
  if (style !== undefined && !isStyle(style)) return 'invalid-style'
  return { style: style ?? null, ...search, favouritesOnly: favourites === 'true', order }
}
