import { logError } from '@encre/worker/log'
import type { Bindings } from '../bindings.ts'

/** Whether an image decodes completely. Resizes it, because asking for the dimensions reads the header only. */
export async function decodes({ DECODER }: Pick<Bindings, 'DECODER'>, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  try {
    const small = await DECODER.input(new Blob([bytes]).stream())
      .transform({ width: 16 })
      .output({ format: 'image/png' })
    await small.response().arrayBuffer()
    return true
  } catch (error) {
    // A failure of the Images service refuses the image as well: the member can upload it again, and the log has the reason.
    logError(error, { check: 'reference' })
    return false
  }
}
