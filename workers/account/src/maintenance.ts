import { WorkerEntrypoint } from 'cloudflare:workers'
import type { Maintenance as Contract } from '@encre/gallery-worker/contract'
import { deleteOldAttempts } from './password-attempts-store.ts'

export class Maintenance extends WorkerEntrypoint<Env> implements Contract {
  async sweep(): Promise<Record<string, number>> {
    return { attemptsForgotten: await deleteOldAttempts(this.env.DB) }
  }
}
