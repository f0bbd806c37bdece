import { WorkerEntrypoint } from 'cloudflare:workers'
import { ownerKey } from '@encre/worker/owner-key'
import type { Bindings } from './bindings.ts'
import type { GenerationLedger as Contract } from './contract.ts'
import { eraseGenerations, listRunningGenerations } from './generations/generations-cleanup.ts'
import { eraseReferenceFiles } from './references/references-files.ts'
import { eraseReferences } from './references/references-store.ts'

export class GenerationLedger extends WorkerEntrypoint<Bindings> implements Contract {
  async eraseMember(memberId: string): Promise<void> {
    const running = await listRunningGenerations(this.env.DB, memberId)
    // Rows first: without its row a run saves nothing. `stop` resolves once the run has ended.
    await eraseGenerations(this.env.DB, memberId)
    await Promise.all(running.map((id) => this.env.RUNS.getByName(id).stop(id)))
    await eraseReferenceFiles(this.env, await ownerKey(memberId))
    await eraseReferences(this.env.DB, memberId)
  }
}
