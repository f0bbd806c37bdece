// What was being followed, so that an end that came while the page was away is told. The shell clears 'encre.' keys at sign-out.
const key = 'encre.generator.following'

export function rememberGeneration(id: string): void {
  try {
    sessionStorage.setItem(key, id)
  } catch {
    // Then a running generation is still found, only a failed one is not told after a reload.
  }
}

export function recallGeneration(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

export function forgetGeneration(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
