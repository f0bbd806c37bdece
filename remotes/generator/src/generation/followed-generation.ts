// The id of the generation that this tab follows, so that its end can be shown after a reload.
// At sign-out the shell clears every key that starts with 'encre.'.
const key = 'encre.generator.following'

export function saveFollowedId(id: string): void {
  try {
    sessionStorage.setItem(key, id)
  } catch {
    // Without storage, a running generation is still found after a reload. Only a failure is not shown.
  }
}

export function readFollowedId(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

export function deleteFollowedId(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was saved.
  }
}
