import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { applyEdits, modify } from 'jsonc-parser'
import { type Environment, folderOf } from '../deploy/environments.ts'

/** Writes a database's id into the worker's `wrangler.jsonc` in `tree`, and leaves its comments. Returns false if it is there already. */
export function writeDatabaseId(worker: string, environment: Environment, id: string, tree = root): boolean {
  const path = join(tree, folderOf(worker), 'wrangler.jsonc')
  const text = readFileSync(path, 'utf8')
  const edited = applyEdits(text, modify(text, ['env', environment, 'd1_databases', 0, 'database_id'], id, {}))
  if (edited === text) return false
  writeFileSync(path, edited)
  return true
}
