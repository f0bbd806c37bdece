import type { DatabaseSync } from 'node:sqlite'
import { countRows } from '../lib/sql-dump.ts'
import { createOwnerKey } from '../storage/owner-key.ts'

/** An account that was erased after the backup. */
export interface LaterErasure {
  ownerKey: string
  erasedAt: string
}

export interface ReconcileFacts {
  /** The keys of the objects that were copied, by binding. */
  objects: Map<string, string[]>
  erasures: LaterErasure[]
  restoredAt: string
}

/**
 * Runs the worker's `restore.sql`: erases again who was erased since, and makes rows agree with the copied objects. Returns the tables whose
 * number of rows changed.
 */
export function reconcile(database: DatabaseSync, sql: string, { objects, erasures, restoredAt }: ReconcileFacts): Record<string, number> {
  const before = countRows(database)
  database.function('owner_key', { deterministic: true }, (memberId) => createOwnerKey(String(memberId)))
  database.function('restored_at', { deterministic: true }, () => restoredAt)
  database.exec(`create temp table restored_objects (binding text not null, key text not null, primary key (key, binding)) without rowid;
    create temp table later_erasures (owner_key text not null primary key, erased_at text not null) without rowid;
    begin`)
  const addObject = database.prepare('insert into restored_objects (binding, key) values (?, ?)')
  for (const [binding, keys] of objects) for (const key of keys) addObject.run(binding, key)
  const addErasure = database.prepare('insert into later_erasures (owner_key, erased_at) values (?, ?) on conflict do nothing')
  for (const { ownerKey, erasedAt } of erasures) addErasure.run(ownerKey, erasedAt)
  database.exec(`${sql}\n;commit; drop table restored_objects; drop table later_erasures`)
  const after = countRows(database)
  return Object.fromEntries(
    Object.entries(after).flatMap(([table, rows]) => (rows === before[table] ? [] : [[table, rows - (before[table] ?? 0)]])),
  )
}
