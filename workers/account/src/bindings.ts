import type { DesignLibrary } from '@encre/gallery-worker/contract'
import type { GenerationLedger } from '@encre/generator-worker/contract'
import type { ExportJob } from './export/export-job.ts'

/** The contracts of the other workers type their RPC entrypoints. */
export interface Bindings extends Omit<Env, 'LIBRARY' | 'LEDGER' | 'EXPORT_JOBS'> {
  EXPORT_JOBS: DurableObjectNamespace<ExportJob>
  LIBRARY: DesignLibrary
  LEDGER: GenerationLedger
}

export interface MemberApp {
  Bindings: Bindings
  Variables: { requestId: string; memberId: string; accessToken: string }
}
