import { WorkerEntrypoint } from 'cloudflare:workers'
import type { ErasedOwner, ExportedFile, ExportPage } from '@encre/protocol/member-data'
import { readOwnCursor, writeCursor } from '@encre/worker/cursor'
import { recordErasure } from '@encre/worker/erased-owners'
import { ownerKey } from '@encre/worker/member'
import { exportRows } from '@encre/worker/member-rows'
import { type Bindings, runOf } from './bindings.ts'
import type { GenerationLedger as Contract } from './contract.ts'
import {
  eraseGenerations,
  findReturnedMembers,
  listRunningGenerations,
} from './generations/generations-cleanup.ts'
import { listGenerationsFrom } from './generations/generations-store.ts'
import type { StoredGeneration } from './generations/stored-generation.ts'
import { eraseReferences, listReferences, referenceKey } from './references/references-store.ts'
import { tables } from './tables.ts'

export class GenerationLedger extends WorkerEntrypoint<Bindings> implements Contract {
  async exportMember(memberId: string, cursor: string | null): Promise<ExportPage> {
    const from = readOwnCursor(cursor)
    const found = await listGenerationsFrom(this.env.DB, memberId, from, exportPageSize + 1)
    const page = found.slice(0, exportPageSize)
    const following = found[exportPageSize]
    const references = following ? [] : await listReferences(this.env.DB, memberId)
    const files = references.map(({ id, type, createdAt }) => {
      return {
        path: `references/${id}.${type.split('/')[1]}`,
        date: createdAt,
        content: { key: id },
      }
    })
    const owner = { memberId, ownerKey: await ownerKey(memberId) }
    const others = following ? [] : await exportRows(this.env.DB, tables, owner, 'generations')
    return {
      files: [...describeGenerations(page), ...files, ...others],
      next: following ? writeCursor(following) : null,
    }
  }

  async openExportedFile(
    memberId: string,
    key: string,
  ): Promise<ReadableStream<Uint8Array> | null> {
    return (
      (await this.env.REFERENCES.get(referenceKey(await ownerKey(memberId), key)))?.body ?? null
    )
  }

  async eraseMember(memberId: string): Promise<void> {
    const owner = await ownerKey(memberId)
    // Records the erasure first, so that no token creates anything after the rows are deleted.
    await recordErasure(this.env.DB, owner).run()
    const running = await listRunningGenerations(this.env.DB, memberId)
    // Rows first: without its row a run saves nothing. `stop` resolves once the run has ended.
    await eraseGenerations(this.env.DB, memberId, owner)
    await Promise.all(running.map((run) => runOf(this.env, run).stop(run.id)))
    await eraseReferences(this.env, owner)
  }

  async eraseReturned(erased: ErasedOwner[]): Promise<number> {
    const members = await findReturnedMembers(this.env.DB, erased, erasedAtOnce)
    for (const member of members) {
      await this.eraseMember(member)
    }
    return members.length
  }
}

/** The next call continues. */
const erasedAtOnce = 20

export const exportPageSize = 100

function describeGenerations(generations: StoredGeneration[]): ExportedFile[] {
  const [first] = generations
  if (!first) return []
  const entries = generations.map(
    ({
      id,
      createdAt,
      updatedAt,
      state,
      problem,
      model,
      attempt,
      transparent,
      requestId,
      request,
    }) => ({
      id,
      createdAt,
      updatedAt,
      state,
      problem,
      model,
      attempts: attempt,
      transparent,
      requestId,
      request,
    }),
  )
  const path = `generations/${first.createdAt.slice(0, 10)} ${first.id}.json`
  return [{ path, date: first.createdAt, content: { text: JSON.stringify(entries, null, 2) } }]
}
