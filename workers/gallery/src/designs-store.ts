import { DesignChoices } from '@encre/protocol/design'
import type { Position } from '@encre/worker/cursor'
import { recordErasure } from '@encre/worker/erased-owners'
import { logError } from '@encre/worker/log'
import type { OwnerKey } from '@encre/worker/member'
import { eraseRows } from '@encre/worker/member-rows'
import { isoDate, unchangedSince } from '@encre/worker/moment'
import {
  Flag,
  findRow,
  findValue,
  jsonColumn,
  listRows,
  parseRows,
  selectColumns,
} from '@encre/worker/rows'
import * as z from 'zod/mini'
import type { ListedDesign, Neighbours, NewDesign } from './contract.ts'
import { type Expression, fold, noSearch, rankOf, ranks, type Search } from './search.ts'
import { tables } from './tables.ts'

// The rows of designs: list, count, insert, stars. `designs.ts` answers pages with them and
// `rpc.ts` other workers; what a deletion does to a row is in `deleted-store.ts`, the words of a
// search in `search.ts`, and the settings of the atelier in `settings-store.ts`.

const savedColumns = 'id, member_id, subject, prompt, style, choices, model, origin, created_at'

export type StoredDesign = Omit<ListedDesign, 'imageUrl'>

/** A field that `ListedDesign` gets must be read here, also an optional one. */
const DesignRow = z.object({
  id: z.string(),
  userId: z.string(),
  subject: z.string(),
  prompt: z.string(),
  choices: z.string(),
  model: z.string(),
  origin: z.string(),
  createdAt: z.string(),
  favourite: Flag,
  number: z.number(),
  parentId: z.nullable(z.string()),
  parentNumber: z.nullable(z.number()),
  parentDeleted: Flag,
}) satisfies z.core.$ZodType<Required<Omit<StoredDesign, keyof DesignChoices>>>
type DesignRow = z.infer<typeof DesignRow>

const columns = selectColumns(DesignRow, { userId: 'member_id' })
/** As a query around another one names the columns. */
const names = Object.keys(DesignRow.shape).join(', ')

const Hit = z.extend(DesignRow, { rank: z.number() })
type Hit = z.infer<typeof Hit>

const Saved = z.object({ isSaved: Flag, isRemoving: Flag })

export interface DesignFilter extends Search {
  style: string | null
  favouritesOnly: boolean
  order: 'newest' | 'oldest'
}

export const noFilter: DesignFilter = {
  style: null,
  ...noSearch,
  favouritesOnly: false,
  order: 'newest',
}

interface Page {
  from: Position | null
  limit: number
  /** What comes before `from`, the nearest first. */
  isBackwards?: boolean
}

/**
 * Starts at `from`. Without words it reads only the rows that it returns; for favourites of one
 * style, only the member's favourites. With words it reads at most all rows of the member, and
 * `from`.
 */
export async function listDesigns(
  db: D1Database,
  memberId: string,
  filter: DesignFilter & Page,
): Promise<StoredDesign[]> {
  if (filter.words.length > 0) return searchDesigns(db, memberId, filter)
  return (await listRows(selectPage(db, memberId, filter), DesignRow)).map(toDesign)
}

/**
 * What has the whole words comes first, and typing errors only when nothing else fits. Sorted here,
 * because D1 counts a sorted row twice.
 */
async function searchDesigns(
  db: D1Database,
  memberId: string,
  filter: DesignFilter & Page,
): Promise<StoredDesign[]> {
  const hits = await findHits(db, memberId, filter)
  const fitting = hits.filter(({ rank }) => rank < ranks.typo || !hasBetter(hits))
  const sorted = fitting.sort((one, other) =>
    filter.isBackwards ? other.rank - one.rank : one.rank - other.rank,
  )
  return sorted.slice(0, filter.limit).map(({ rank: _, ...row }) => toDesign(row))
}

/** Reads in the order of their dates what has one of the wanted ranks, until the page is full. */
async function findHits(
  db: D1Database,
  memberId: string,
  filter: DesignFilter & Page,
): Promise<Hit[]> {
  const { words, from, limit, isBackwards } = filter
  const start = from && (await findRank(db, memberId, from.id, rankOf(words)))
  const isBeforeTypos = start !== null && start < ranks.typo
  let wanted: number[] = [ranks.whole, ranks.part, ...(isBeforeTypos ? [] : [ranks.typo])]
  if (isBackwards) wanted.reverse()
  const hits: Hit[] = []
  let after: Position | null = null
  while (wanted.length > 0) {
    const step = { after, start: from && { ...from, rank: start }, wanted }
    const found: Hit[] = await listRows(selectHits(db, memberId, filter, step), Hit)
    hits.push(...found)
    if (found.length < limit) break
    after = found.at(-1) ?? null
    wanted = neededRanks(wanted, hits, limit)
  }
  return hits
}

/** Whether something fits without a typing error. */
function hasBetter(hits: Hit[]): boolean {
  return hits.some(({ rank }) => rank < ranks.typo)
}

/** The ranks, in their order, of which further rows can still change the page. */
function neededRanks(wanted: number[], hits: Hit[], limit: number): number[] {
  let found = 0
  return wanted.filter((rank) => {
    if (rank === ranks.typo && hasBetter(hits)) return false
    found += hits.filter((hit) => hit.rank === rank).length
    return found < limit
  })
}

/** The designs that a filter without words shows. */
function conditionsOf(memberId: string, filter: DesignFilter): Expression[] {
  const conditions: Expression[] = [
    { sql: 'member_id = ? and deleted_at is null', values: [memberId] },
  ]
  if (filter.style !== null) conditions.push({ sql: 'style = ?', values: [filter.style] })
  if (filter.number !== null) conditions.push({ sql: 'number = ?', values: [filter.number] })
  if (filter.favouritesOnly) conditions.push({ sql: 'favourite = 1', values: [] })
  return conditions
}

/**
 * The rows on one side of a position, in the order of the page. One without a number is the start
 * of its instant.
 */
function besidePosition(sign: string, { createdAt, number }: Position): Expression {
  if (number === undefined) return { sql: `created_at ${sign} ?`, values: [createdAt] }
  return { sql: `(created_at, number) ${sign} (?, ?)`, values: [createdAt, number] }
}

/** The position of the design that a next page starts with: `following`. */
export function positionAfter(page: StoredDesign[], following: StoredDesign): Position {
  const { createdAt, id, number } = following
  const isWithin = page.at(-1)?.createdAt === createdAt
  // The version before this one reads no number, which is needed only within an instant.
  return isWithin ? { createdAt, id, number } : { createdAt, id }
}

interface Reading {
  direction: 'asc' | 'desc'
  /** Compares a row with the one before it. */
  comparison: '>' | '<'
}

function readingOf({ order, isBackwards = false }: DesignFilter & Page): Reading {
  return (order === 'newest') === isBackwards
    ? { direction: 'asc', comparison: '>' }
    : { direction: 'desc', comparison: '<' }
}

function select(selected: string, conditions: Expression[], direction: string): string {
  return `select ${selected} from designs where ${conditions.map(({ sql }) => sql).join(' and ')}
    order by created_at ${direction}, number ${direction}`
}

function selectPage(
  db: D1Database,
  memberId: string,
  filter: DesignFilter & Page,
): D1PreparedStatement {
  const { direction, comparison } = readingOf(filter)
  const conditions = conditionsOf(memberId, filter)
  if (filter.from) conditions.push(besidePosition(`${comparison}=`, filter.from))
  return db
    .prepare(`${select(columns, conditions, direction)} limit ?`)
    .bind(...conditions.flatMap(({ values }) => values), filter.limit)
}

interface SearchStep {
  /** The last row of the step before. */
  after: Position | null
  start: (Position & { rank: number | null }) | null
  wanted: number[]
}

/** The next rows that have the words, each with its rank. */
function selectHits(
  db: D1Database,
  memberId: string,
  filter: DesignFilter & Page,
  { after, start, wanted }: SearchStep,
): D1PreparedStatement {
  const { direction, comparison } = readingOf(filter)
  const conditions = conditionsOf(memberId, filter)
  if (after) conditions.push(besidePosition(comparison, after))
  const rank = rankOf(filter.words)
  const ranked = select(`${columns}, created_at, ${rank.sql} as rank`, conditions, direction)
  const values = [...rank.values, ...conditions.flatMap((condition) => condition.values)]
  let isReached = ''
  if (start && start.rank !== null) {
    const position = besidePosition(`${comparison}=`, start)
    const later = filter.isBackwards ? '<' : '>'
    isReached = `and (rank ${later} ${start.rank} or rank = ${start.rank} and ${position.sql})`
    values.push(...position.values)
  }
  // The inner limit makes SQLite reckon the rank of a row once.
  return db
    .prepare(
      `select ${names}, rank from (${ranked} limit -1)
       where rank in (${wanted.join(', ')}) ${isReached} limit ?`,
    )
    .bind(...values, filter.limit)
}

/** Null for a design that is gone: the page then starts again. */
async function findRank(
  db: D1Database,
  memberId: string,
  designId: string,
  { sql, values }: Expression,
): Promise<number | null> {
  return findValue(
    db
      .prepare(`select ${sql} from designs where id = ? and member_id = ?`)
      .bind(...values, designId, memberId),
    z.number(),
  )
}

export async function findDesign(
  db: D1Database,
  memberId: string,
  designId: string,
): Promise<StoredDesign | null> {
  const row = await findRow(
    db
      .prepare(
        `select ${columns} from designs where id = ? and member_id = ? and deleted_at is null`,
      )
      .bind(designId, memberId),
    DesignRow,
  )
  return row && toDesign(row)
}

/** The first of these ids that a design has or had, of any member. */
export async function findAny(db: D1Database, designIds: string[]): Promise<string | null> {
  return findValue(
    db
      .prepare('select id from designs where id in (select value from json_each(?)) limit 1')
      .bind(JSON.stringify(designIds)),
    z.string(),
  )
}

export async function findDesigns(
  db: D1Database,
  memberId: string,
  designIds: readonly string[],
): Promise<StoredDesign[]> {
  const rows = await listRows(
    db
      .prepare(
        `select ${columns} from designs where member_id = ? and deleted_at is null and id in (select value from json_each(?))`,
      )
      .bind(memberId, JSON.stringify(designIds)),
    DesignRow,
  )
  return rows.map(toDesign)
}

export async function countDesigns(db: D1Database, memberId: string): Promise<number> {
  const count = await findValue(
    db.prepare('select designs from design_counts where member_id = ?').bind(memberId),
    z.number(),
  )
  return count ?? 0
}

/**
 * Leaves out designs that the member does not have. False if another device has changed one after
 * `pressedAt`; the others are changed.
 */
export async function setFavourites(
  db: D1Database,
  memberId: string,
  designIds: string[],
  isFavourite: boolean,
  pressedAt: string | null,
): Promise<boolean> {
  const others =
    'favourite <> ? and id in (select value from json_each(?)) and member_id = ? and deleted_at is null'
  const values = [Number(isFavourite), JSON.stringify(designIds), memberId]
  const [, left] = await db.batch([
    db
      .prepare(
        `update designs set favourite = ?, starred_at = ? where ${others} and ${unchangedSince('starred_at')}`,
      )
      .bind(Number(isFavourite), isoDate(), ...values, pressedAt),
    db.prepare(`select id from designs where ${others}`).bind(...values),
  ])
  return left?.results.length === 0
}

/**
 * Inserts a design once per id. The trigger `designs_number` gives it its number in the same
 * transaction, and may move younger designs up by one (migration 0003). `removing`: the sweep deletes an old image of that id, try again
 * later. `erased`: the account was erased meanwhile.
 */
export async function insertDesign(
  db: D1Database,
  owner: OwnerKey,
  design: NewDesign,
): Promise<'saved' | 'removing' | 'erased'> {
  const [, found] = await db.batch([
    db
      .prepare(
        `insert into designs (${savedColumns}, folded_subject, parent_id)
         select ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11
         where not exists (select 1 from removals where design_id = ?1)
           and not exists (select 1 from erased_owners where owner_key = ?12)
         on conflict (id) do nothing`,
      )
      .bind(
        design.id,
        design.userId,
        design.subject,
        design.prompt,
        design.style,
        JSON.stringify(z.parse(DesignChoices, design)),
        design.model,
        design.origin,
        new Date(design.createdAt).toISOString(),
        fold(design.subject),
        design.parentId ?? null,
        owner,
      ),
    db
      .prepare(
        `select exists (select 1 from designs where id = ?1) as isSaved, exists (select 1 from removals where design_id = ?1) as isRemoving`,
      )
      .bind(design.id),
  ])
  const [row] = parseRows(found, Saved)
  if (row?.isRemoving) return 'removing'
  return row?.isSaved ? 'saved' : 'erased'
}

/** Deletes what the gallery stores of a member. From then on the member's tokens import nothing. */
export async function deleteDesigns(
  db: D1Database,
  memberId: string,
  owner: OwnerKey,
): Promise<void> {
  await db.batch([
    recordErasure(db, owner),
    ...eraseRows(db, tables, { memberId, ownerKey: owner }),
  ])
}

const StoredChoices = jsonColumn(DesignChoices)
export const noChoices: DesignChoices = {
  style: '',
  size: '',
  sizeDetail: null,
  placement: '',
  placementDetail: null,
  colors: [],
}

/**
 * The choices of a row, without fields that a newer worker wrote before a rollback. A design whose
 * choices cannot be read is shown without any, so that its member can still open and delete it, and
 * no other design of the list is lost.
 */
export function readChoices(designId: string, column: string): DesignChoices {
  try {
    return z.parse(StoredChoices, column)
  } catch (error) {
    logError(error, { designId, column: 'choices' })
    return noChoices
  }
}

function toDesign({ choices, parentNumber, parentDeleted, ...row }: DesignRow): StoredDesign {
  const parent = row.parentId && { parentNumber, parentDeleted }
  return { ...row, ...readChoices(row.id, choices), ...parent }
}

/**
 * The designs before and after one in the order of a list. Null if the member has no such design;
 * it need not be in the list.
 */
export async function findNeighbours(
  db: D1Database,
  memberId: string,
  designId: string,
  filter: DesignFilter,
): Promise<Neighbours | null> {
  const from = await findDesign(db, memberId, designId)
  if (!from) return null
  // A list starts with the design itself, unless the filter leaves it out.
  const list = (isBackwards: boolean) =>
    listDesigns(db, memberId, { ...filter, from, limit: 2, isBackwards })
  const [before, after] = await Promise.all([list(true), list(false)])
  const first = (designs: { id: string }[]) => designs.find(({ id }) => id !== designId)?.id ?? null
  return { previous: first(before), next: first(after) }
}
