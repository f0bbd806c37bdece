import type { DesignLibrary } from '@encre/gallery-worker/contract'
import { UnavailableError } from '@encre/worker/dependencies'

/** The gallery's contract types its RPC entrypoint. */
export interface Bindings extends Omit<Env, 'LIBRARY'> {
  LIBRARY: DesignLibrary
}

export async function askGallery<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call
  } catch (cause) {
    throw new UnavailableError('the gallery does not answer', { cause })
  }
}
