/**
 * Reads a text that this tab stores until the member signs out. Null without it, and in a browser
 * that refuses the storage.
 */
export function readTabText(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    // The build, which renders skeletons, has no storage either.
    return null
  }
}

/**
 * Stores a text in this tab; null deletes it. In a browser that refuses the storage, the text is
 * lost with the page.
 */
export function saveTabText(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // Lost, as said above.
  }
}
