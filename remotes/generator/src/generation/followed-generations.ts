// The ids of the generations that this tab follows, separated by spaces, so that their end can be shown after a reload.
// The shell clears the tab's storage at sign-out.
const key = 'encre.generator.following'

export function saveFollowedId(id: string): void {
  write([...readFollowedIds().filter((other) => other !== id), id])
}

function readFollowedIds(): string[] {
  try {
    return (sessionStorage.getItem(key) ?? '').split(' ').filter(Boolean)
  } catch {
    return []
  }
}

/**
 * Answers whether the id was still saved. Two versions of this remote on one page follow the same generation: only the first one to see
 * its end gets true.
 */
export function deleteFollowedId(id: string): boolean {
  const ids = readFollowedIds()
  if (!ids.includes(id)) return false
  write(ids.filter((other) => other !== id))
  return true
}

function write(ids: string[]): void {
  try {
    if (ids.length === 0) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, ids.join(' '))
  } catch {
    // Without storage, a running generation is still found after a reload. Only its failure and its notification are not shown.
  }
}
