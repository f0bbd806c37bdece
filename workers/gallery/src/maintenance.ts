import { WorkerEntrypoint } from 'cloudflare:workers'
import type { Maintenance as Contract } from '@encre/worker/maintenance'
import { sweepImages } from './sweep-images.ts'

export class Maintenance extends WorkerEntrypoint<Env> implements Contract {
  async sweep(): Promise<Record<string, number>> {
    return sweepImages(this.env, 500)
  }
}
