import { DesignChoices } from '@encre/protocol/design'
import type { Position } from '@encre/worker/cursor'
import type { OwnerKey } from '@encre/worker/member'
import * as z from 'zod/mini'
import { importModel, type ListedDesign, mostDesigns, mostImports, type Neighbours, type NewDesign } from './contract.ts'

const savedColumns = 'id, member_id, subject, prompt, style, choices, model, origin, created_at'
const columns = `id, member_id as userId, subject, prompt, choices, model, origin, created_at as createdAt, favourite, number,
  parent_id as parentId, parent_number as parentNumber, parent_deleted as parentDeleted`

export type StoredDesign = Omit<ListedDesign, 'imageUrl'>

type DesignRow = Omit<StoredDesign, keyof DesignChoices | 'favourite' | 'parentDeleted'> & {
  choices: string
  favourite: number
  parentDeleted: number
}

export interface DesignFilter {
  style: string | null
  /** Folded words; the subject has every one. */
  words: string[]
  favouritesOnly: boolean
  order: 'newest' | 'oldest'
}

export const noFilter: DesignFilter = { style: null, words: [], favouritesOnly: false, order: 'newest' }

/**
 * Starts at `from`. Without words it reads only the rows that it returns; for favourites of one style, only the member's favourites. With
 * words it reads at most all rows of the member.
 */
export async function listDesigns(
  db: D1Database,
  memberId: string,
  { style, words, favouritesOnly, order, from, limit }: DesignFilter & { from: Position | null; limit: number },
): Promise<StoredDesign[]> {
  const [direction, comparison] = order === 'newest' ? ['desc', '<='] : ['asc', '>=']
  const conditions = [
    { sql: 'member_id = ? and deleted_at is null', values: [memberId] },
    ...(style === null ? [] : [{ sql: 'style = ?', values: [style] }]),
    ...(favouritesOnly ? [{ sql: 'favourite = 1', values: [] }] : []),
    ...(from === null ? [] : [{ sql: `(created_at, id) ${comparison} (?, ?)`, values: [from.createdAt, from.id] }]),
    // `instr`, because D1 refuses a pattern of `like` over 50 bytes and a member may type its wildcards.
    ...words.map((word) => ({ sql: 'instr(folded_subject, ?) > 0', values: [word] })),
  ]
  const { results } = await db
    .prepare(
      `select ${columns} from designs where ${conditions.map(({ sql }) => sql).join(' and ')}
       order by created_at ${direction}, id ${direction} limit ?`,
    )
    .bind(...conditions.flatMap(({ values }) => values), limit)
    .all<DesignRow>()
  return results.map(toDesign)
}

export async function findDesign(db: D1Database, memberId: string, designId: string): Promise<StoredDesign | null> {
  const row = await db
    .prepare(`select ${columns} from designs where id = ? and member_id = ? and deleted_at is null`)
    .bind(designId, memberId)
    .first<DesignRow>()
  return row && toDesign(row)
}

export async function findDesigns(db: D1Database, memberId: string, designIds: readonly string[]): Promise<StoredDesign[]> {
  const { results } = await db
    .prepare(`select ${columns} from designs where member_id = ? and deleted_at is null and id in (select value from json_each(?))`)
    .bind(memberId, JSON.stringify(designIds))
    .all<DesignRow>()
  return results.map(toDesign)
}

export async function countDesigns(db: D1Database, memberId: string): Promise<number> {
  return (await db.prepare('select designs from design_counts where member_id = ?').bind(memberId).first<number>('designs')) ?? 0
}

/** Designs of other members, and designs that do not exist, are left out. */
export async function setFavourites(db: D1Database, memberId: string, designIds: string[], isFavourite: boolean): Promise<void> {
  await db
    .prepare('update designs set favourite = ? where id in (select value from json_each(?)) and member_id = ? and deleted_at is null')
    .bind(Number(isFavourite), JSON.stringify(designIds), memberId)
    .run()
}

/**
 * Inserts a design once per id. `removing`: the sweep deletes an old image of that id, try again later. `full`: an import beyond
 * `mostImports` of that day, or one of an erased account.
 */
export async function insertDesign(db: D1Database, owner: OwnerKey, design: NewDesign): Promise<'saved' | 'removing' | 'full'> {
  const [, found] = await db.batch<{ isSaved: number; isRemoving: number }>([
    db
      .prepare(
        `insert into designs (${savedColumns}, folded_subject, parent_id)
         select ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11
         where not exists (select 1 from removals where design_id = ?1) and (?7 <> ?12 or ${canImport})
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
        importModel,
        mostImports,
        owner,
      ),
    db
      .prepare(
        `select exists (select 1 from designs where id = ?1) as isSaved, exists (select 1 from removals where design_id = ?1) as isRemoving`,
      )
      .bind(design.id),
  ])
  const [{ isSaved, isRemoving } = { isSaved: 0, isRemoving: 0 }] = found?.results ?? []
  if (isRemoving) return 'removing'
  return isSaved ? 'saved' : 'full'
}

// Deleted imports count too. Their rows stay for a day.
const canImport = `(select count(*) from designs where member_id = ?2 and model = 'import' and created_at >= substr(?9, 1, 10)) < ?13
  and not exists (select 1 from erased_owners where owner_key = ?14)
  and not exists (select 1 from design_counts where member_id = ?2 and designs >= ${mostDesigns})`

/** Deletes what the gallery stores of a member. From then on the member's tokens import nothing. */
export async function deleteDesigns(db: D1Database, memberId: string, owner: OwnerKey): Promise<void> {
  await db.batch([
    db
      .prepare('insert into erased_owners (owner_key, erased_at) values (?, ?) on conflict do nothing')
      .bind(owner, new Date().toISOString()),
    db.prepare('delete from designs where member_id = ?').bind(memberId),
    db.prepare('delete from design_counts where member_id = ?').bind(memberId),
    db.prepare('delete from archives where member_id = ?').bind(memberId),
    // Triggers end the links of deleted designs, and the answers of deleted links. These statements end any other.
    db.prepare('delete from links where member_id = ?').bind(memberId),
    db.prepare('delete from answers where member_id = ?').bind(memberId),
  ])
}

/** The choices of a row, without fields that a newer worker wrote before a rollback. */
export function readChoices(column: string): DesignChoices {
  return z.parse(DesignChoices, JSON.parse(column))
}

function toDesign({ choices, favourite, parentNumber, parentDeleted, ...row }: DesignRow): StoredDesign {
  const parent = row.parentId && { parentNumber, parentDeleted: parentDeleted === 1 }
  return { ...row, ...readChoices(choices), favourite: favourite === 1, ...parent }
}

/** The designs before and after one in the order of a list. Null if the member has no such design; it need not be in the list. */
export async function findNeighbours(db: D1Database, memberId: string, designId: string, filter: DesignFilter): Promise<Neighbours | null> {
  const from = await findDesign(db, memberId, designId)
  if (!from) return null
  // A list starts with the design itself, unless the filter leaves it out.
  const list = (order: DesignFilter['order']) => listDesigns(db, memberId, { ...filter, order, from, limit: 2 })
  const [before, after] = await Promise.all([list(filter.order === 'newest' ? 'oldest' : 'newest'), list(filter.order)])
  const first = (designs: { id: string }[]) => designs.find(({ id }) => id !== designId)?.id ?? null
  return { previous: first(before), next: first(after) }
}

/** A text as the search compares it: lower case, without accents, œ as oe and æ as ae, one kind of apostrophe. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .replaceAll('’', "'")
}

/** The folded words of a search. A text of spaces and accents alone has none. */
export function foldWords(query: string): string[] {
  return fold(query).split(/\s+/u).filter(Boolean)
}
