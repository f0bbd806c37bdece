import type { AtelierSettings } from '@encre/gallery-worker/contract'
import type { Cancel, Request } from '@encre/stencil/messages'
import { createStudio } from '@encre/stencil/studio'

export const unset: AtelierSettings = { sizeMm: null, rendering: null, fineness: null, notes: '' }

/** Runs the real computing in the page, as the worker does beside it. */
export class InPageWorker extends EventTarget {
  #studio = createStudio()
  #running: Promise<void> = Promise.resolve()
  postMessage(message: Request | Cancel) {
    if (message.type === 'cancel') return
    this.#running = this.#running.then(async () => {
      const result = await this.#studio(message, async () => {})
      this.dispatchEvent(new MessageEvent('message', { data: { id: message.id, ...result } }))
    })
  }
  terminate() {}
}

/**
 * A square frame of thick lines with a thin line in it, `linePixels` wide, on white paper.
 * `endsWithin`: pixels between the frame's outer edge and the ends of the thin line.
 */
export function drawFrame({ side = 160, linePixels = 1, endsWithin = 20 } = {}) {
  const data = new Uint8ClampedArray(4 * side * side).fill(255)
  const paint = (x: number, y: number) => data.fill(0, 4 * (y * side + x), 4 * (y * side + x) + 3)
  for (let x = 20; x < side - 20; x++) {
    for (let y = 20; y < side - 20; y++) {
      const edge = Math.min(x - 20, y - 20, side - 21 - x, side - 21 - y)
      const isOnLine = Math.abs(x - side / 2) < linePixels / 2
      if (edge < 6 || (isOnLine && edge > endsWithin)) paint(x, y)
    }
  }
  return { width: side, height: side, data }
}
