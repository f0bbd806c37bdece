// Each worker's `tables.ts` has a record for each table. Erasure, export and restore read it, and a
// test compares it with the database: a table or a column that it does not name is red.

/** The column that says whose a row is. `of`: it has the id of a row of that table. */
export type Owner =
  | { column: string; holds: 'member' | 'owner key' }
  | { column: string; of: string }

interface Recorded {
  /** Columns that the member's download lacks. */
  columns: readonly string[]
  /** What a restore does, beside `restore.sql`: nothing, or it deletes every row. */
  restored: 'as it was' | 'empty'
}

export interface OwnedTable extends Omit<Recorded, 'restored'> {
  owner: Owner
  /** By `eraseRows`, or what deletes the rows, or why they stay. */
  erased: 'with the account' | { instead: string }
  /** Columns of the member's download: `exportRows` writes them, or the named function. */
  exported: { columns: readonly string[]; by: string } | { instead: string }
  restored: Recorded['restored'] | 'without erased accounts'
}

interface OtherTable extends Recorded {
  owner: null
}

export type Tables = Readonly<Record<string, OwnedTable | OtherTable>>

/** Of a member: erased with the account, and no restore brings it back. */
export const ofMember = {
  owner: { column: 'member_id', holds: 'member' },
  erased: 'with the account',
  restored: 'without erased accounts',
} as const

/** A table without anything of members. */
export const ofSite = <const Columns extends readonly string[]>(...columns: Columns) =>
  ({ owner: null, columns, restored: 'as it was' }) as const

/** The tables that several workers have: see `member-keys.ts` and `places.ts`. */
export const memberKeys = {
  ...ofMember,
  columns: ['member_id', 'owner_key', 'known_since'],
  exported: { instead: 'derived from the other rows' },
} as const

export const erasedOwners = {
  owner: { column: 'owner_key', holds: 'owner key' },
  columns: ['owner_key', 'erased_at'],
  erased: { instead: 'it is the record of the erasure' },
  exported: { instead: 'no account has it' },
  restored: 'as it was',
} as const

export const places = {
  owner: { column: 'holder', holds: 'owner key' },
  columns: ['id', 'kind', 'holder', 'expires_at', 'body_hash'],
  erased: { instead: 'an erasure gives no place back, and each expires' },
  exported: { instead: 'counters of a day' },
  restored: 'as it was',
} as const

/** The one who is meant, as SQL that compares a member's id or an owner key. */
type Matches = (column: string, holds: 'member' | 'owner key') => string

export function whereOwned(tables: Tables, { owner }: { owner: Owner }, matches: Matches): string {
  if ('holds' in owner) return matches(owner.column, owner.holds)
  const parent = tables[owner.of]
  if (!parent?.owner) throw new Error(`tables.ts: ${owner.of} has no owner`)
  return `${owner.column} in (select id from ${owner.of} where ${whereOwned(tables, parent, matches)})`
}

/** The SQL with which a restore deletes the rows of `later_erasures`, and what must not come back. */
export function restoreRows(tables: Tables): string {
  const erased: Matches = (column, holds) =>
    `${holds === 'member' ? `owner_key(${column})` : column} in (select owner_key from later_erasures)`
  const statements = Object.entries(tables).flatMap(([name, table]) => {
    if (table.restored === 'empty') return [`delete from ${name};`]
    if (!table.owner || table.restored === 'as it was') return []
    return [`delete from ${name} where ${whereOwned(tables, table, erased)};`]
  })
  return statements.join('\n')
}
