import type { ExportedFile, ExportPage } from '@encre/protocol/member-data'
import { readCursor, writeCursor } from '@encre/worker/cursor'
import type { Bindings } from './bindings.ts'
import { listGenerationsFrom } from './generations/generations-store.ts'
import type { StoredGeneration } from './generations/stored-generation.ts'
import { listReferences, type MemberReference } from './references/references-store.ts'

/** Generations of one page. A page is one file. */
export const exportPageSize = 100

/** Pages of the member's generations, oldest first; the last one also has the references. */
export async function exportMember({ DB }: Bindings, memberId: string, cursor: string | null): Promise<ExportPage> {
  const from = cursor === null ? null : readCursor(cursor)
  const found = await listGenerationsFrom(DB, memberId, from, exportPageSize + 1)
  const page = found.slice(0, exportPageSize)
  const [following] = found.slice(exportPageSize)
  const references = following ? [] : await listReferences(DB, memberId)
  return { files: [...describeGenerations(page), ...references.map(describeReference)], next: following ? writeCursor(following) : null }
}

function describeGenerations(generations: StoredGeneration[]): ExportedFile[] {
  const [first] = generations
  if (!first) return []
  const entries = generations.map(({ id, createdAt, updatedAt, state, problem, model, attempt, transparent, requestId, request }) => ({
    ...{ id, createdAt, updatedAt, state, problem, model, attempts: attempt, transparent, requestId, request },
  }))
  const path = `generations/${first.createdAt.slice(0, 10)} ${first.id}.json`
  return [{ path, date: first.createdAt, content: { text: JSON.stringify(entries, null, 2) } }]
}

function describeReference({ id, type, createdAt }: MemberReference): ExportedFile {
  return { path: `references/${id}.${type.split('/')[1]}`, date: createdAt, content: { key: id } }
}
