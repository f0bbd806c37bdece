/** A browser paints no page in the background, so the frame may not come. */
export const longestWaitMs = 100

/** Resolves once the browser has painted what is in the document now, or after 100 ms. */
export function waitForPaint(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, longestWaitMs)
    // A frame's callback runs before it is painted, and a message arrives after.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve()
      port2.postMessage(null)
    })
  })
}
