import { toPlainLine } from '@encre/protocol/plain-text'
import { ownerKey } from '@encre/worker/member'
import { eraseRows } from '@encre/worker/member-rows'
import { isoDate, unchangedSince } from '@encre/worker/moment'
import { columnOf, findRow, parseRows, selectColumns, setColumns } from '@encre/worker/rows'
import * as z from 'zod/mini'
import type { Bindings } from './bindings.ts'
import { nameLimit, type Rename, User } from './contract.ts'
import { settingsOf } from './settings.ts'
import { tables } from './tables.ts'
import { fetchProfile, type Profile } from './tenant/call-tenant.ts'

/** A field that `User` gets must be stored here, also an optional one. */
const StoredUser = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  createdAt: z.string(),
}) satisfies z.core.$ZodType<Required<User>>

/** The rows that are read, the row that is written and the data download follow it. */
const fields = Object.keys(StoredUser.shape)
const selected = selectColumns(StoredUser)

/** What a member changes of it. */
type UserChange = Omit<Rename, 'from' | 'ageMs'>
const changeable: Record<keyof UserChange, true> = { name: true }

/** An optional field without a value is null in its column, and absent from the document. */
const UserRow = z.pipe(
  z.pipe(
    z.record(z.string(), z.unknown()),
    z.transform((row) =>
      Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)),
    ),
  ),
  User,
)

export async function findUser(db: D1Database, id: string): Promise<User | null> {
  return findRow(db.prepare(`select ${selected} from users where id = ?`).bind(id), UserRow)
}

/** Creates the user's row once. Of two concurrent calls the first wins, and both return its row. */
async function createUser(db: D1Database, user: User): Promise<User> {
  const values: Readonly<Record<string, unknown>> = user
  const [, found] = await db.batch([
    db
      .prepare(
        `insert into users (${fields.map(columnOf).join(', ')})
         values (${fields.map(() => '?').join(', ')}) on conflict (id) do nothing`,
      )
      .bind(...fields.map((field) => values[field] ?? null)),
    db.prepare(`select ${selected} from users where id = ?`).bind(user.id),
  ])
  const [created] = parseRows(found, UserRow)
  if (!created) throw new Error('the inserted user is missing')
  return created
}

/**
 * Renames a user whose name is one of `names`. False if it is not, or if another name was given
 * after `pressedAt`.
 */
export async function changeUser(
  db: D1Database,
  id: string,
  change: UserChange,
  names: string[],
  { pressedAt, renamedAt }: { pressedAt: string | null; renamedAt: string | null },
): Promise<boolean> {
  const { sql, values } = setColumns(z.pick(StoredUser, changeable), change)
  const { meta } = await db
    .prepare(
      `update users set ${sql}, renamed_at = iif(name = ?, renamed_at, ?)
       where id = ? and name in (select value from json_each(?))
       and (name = ? or ${unchangedSince('renamed_at')})`,
    )
    .bind(...values, change.name, renamedAt, id, JSON.stringify(names), change.name, pressedAt)
    .run()
  return meta.changes > 0
}

export async function deleteUser(db: D1Database, id: string): Promise<void> {
  await db.batch(eraseRows(db, tables, { memberId: id, ownerKey: await ownerKey(id) }))
}

/**
 * The member's document. The first call creates it from the tenant's profile. Null if the tenant
 * refuses the token.
 */
export async function loadUser(
  env: Bindings,
  memberId: string,
  accessToken: string,
): Promise<User | null> {
  const known = await findUser(env.DB, memberId)
  if (known) return known
  const profile = await fetchProfile(settingsOf(env).tenant, accessToken)
  if (profile?.sub !== memberId) return null
  return createUser(env.DB, {
    id: memberId,
    email: profile.email,
    name: nameOf(profile),
    createdAt: isoDate(),
  })
}

/**
 * The tenant answers the email address when the member has no name. Uses the part before the @
 * instead.
 */
function nameOf({ name = '', email }: Profile): string {
  const given = toPlainLine(name)
  return (given !== '' && given !== email ? given : (email.split('@')[0] ?? email))
    .slice(0, nameLimit)
    .toWellFormed()
}
