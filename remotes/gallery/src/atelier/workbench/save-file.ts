export function saveFile(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  // Some browsers read the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

export function openFile(file: File): boolean {
  const url = URL.createObjectURL(file)
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
  return window.open(url, '_blank') !== null
}

/**
 * Whether this is a phone or a tablet (a coarse pointer) that shares files of this kind with other
 * apps.
 */
export function canShareFiles(type: string): boolean {
  const sample = new File([], 'calque', { type })
  return (
    matchMedia('(pointer: coarse)').matches && (navigator.canShare?.({ files: [sample] }) ?? false)
  )
}

/** `blocked`: the browser wants another touch, because preparing the file took long. */
export async function shareFile(file: File): Promise<'shared' | 'cancelled' | 'blocked'> {
  try {
    await navigator.share({ files: [file], title: file.name })
    return 'shared'
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled'
    // The touch before this one is still sharing.
    if (error instanceof DOMException && error.name === 'InvalidStateError') return 'cancelled'
    if (error instanceof DOMException && error.name === 'NotAllowedError') return 'blocked'
    throw error
  }
}

/** A file name of plain letters: "Cœur d’été" is `encre-coeur-d-ete-calque.pdf`. */
export function fileNameOf(subject: string, suffix: string): string {
  const plain = subject
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/œ/gi, 'oe')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
  return ['encre', plain, suffix].filter(Boolean).join('-')
}
