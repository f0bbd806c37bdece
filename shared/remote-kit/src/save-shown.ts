/** Milliseconds without an answer after which a page says that it is still saving what it shows. */
export const slowSaveMs = 3000

/**
 * Saves a change that the page shows already. `onSlow` is called after `slowSaveMs` without an
 * answer. Settles like `save`: a request fails by itself after `requestTimeoutMs`, and the page
 * then says so and offers to send it again.
 */
export async function saveShown<Result>(
  save: () => Promise<Result>,
  onSlow: () => void,
): Promise<Result> {
  const timer = setTimeout(onSlow, slowSaveMs)
  try {
    return await save()
  } finally {
    clearTimeout(timer)
  }
}
