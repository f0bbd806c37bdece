import type { Cancel, Progress, Reply, Request } from './messages.ts'
import { createStudio } from './studio.ts'

// The entry of the module worker that computes: one task at a time, in the order of the requests.
// It fetches nothing.
const studio = createStudio()
const cancelled = new Set<number>()
let running: Promise<void> = Promise.resolve()

class CancelledError extends Error {}

self.addEventListener('message', ({ data }: MessageEvent<Request | Cancel>) => {
  if (data.type === 'cancel') cancelled.add(data.id)
  else running = running.then(() => answer(data))
})

async function answer(request: Request): Promise<void> {
  const { id } = request
  const step = async (share: number) => {
    const progress: Progress = { type: 'progress', id, share }
    self.postMessage(progress)
    // A cancellation that came meanwhile is delivered now.
    await new Promise((resolve) => setTimeout(resolve))
    if (cancelled.has(id)) throw new CancelledError()
  }
  let reply: Reply
  try {
    await step(0)
    reply = { id, ...(await studio(request, step)) }
  } catch (error) {
    reply =
      error instanceof CancelledError
        ? { id, type: 'cancelled' }
        : { id, type: 'failed', message: String(error) }
  }
  cancelled.delete(id)
  self.postMessage(reply)
}
