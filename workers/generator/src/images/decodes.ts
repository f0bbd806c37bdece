import { logError } from '@encre/worker/log'
import type { Bindings } from '../bindings.ts'

/** Whether bytes with the head of an image are one to the end. By making it small, since asking for its dimensions reads the head only. */
export async function decodes({ DECODER }: Pick<Bindings, 'DECODER'>, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  try {
    const small = await DECODER.input(new Blob([bytes]).stream())
      .transform({ width: 16 })
      .output({ format: 'image/png' })
    await small.response().arrayBuffer()
    return true
  } catch (error) {
    // Refused all the same when it is the service that fails: nothing is lost by trying again, and here one sees why.
    logError(error, { check: 'reference' })
    return false
  }
}
