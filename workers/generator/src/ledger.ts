import { WorkerEntrypoint } from 'cloudflare:workers'
import type { ExportPage } from '@encre/protocol/member-data'
import { ownerKey } from '@encre/worker/member'
import type { Bindings } from './bindings.ts'
import type { GenerationLedger as Contract } from './contract.ts'
import { exportMember } from './export-member.ts'
import { eraseGenerations, listRunningGenerations } from './generations/generations-cleanup.ts'
import { recordErasure } from './limits/owner-limits.ts'
import { eraseReferenceFiles, openReference } from './references/references-files.ts'
import { eraseReferences } from './references/references-store.ts'

export class GenerationLedger extends WorkerEntrypoint<Bindings> implements Contract {
  async exportMember(memberId: string, cursor: string | null): Promise<ExportPage> {
    return exportMember(this.env, memberId, cursor)
  }

  async openExportedFile(memberId: string, key: string): Promise<ReadableStream<Uint8Array> | null> {
    return openReference(this.env, await ownerKey(memberId), key)
  }

  async eraseMember(memberId: string): Promise<void> {
    const owner = await ownerKey(memberId)
    // Recorded first, so that no token creates anything after the rows are deleted.
    await recordErasure(this.env.DB, owner)
    const running = await listRunningGenerations(this.env.DB, memberId)
    // Rows first: without its row a run saves nothing. `stop` resolves once the run has ended.
    await eraseGenerations(this.env.DB, memberId, owner)
    await Promise.all(running.map((id) => this.env.RUNS.getByName(id).stop(id)))
    // Rows first: an upload under way deletes its file again once its row is gone.
    await eraseReferences(this.env.DB, memberId)
    await eraseReferenceFiles(this.env, owner)
  }
}
