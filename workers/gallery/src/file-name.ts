/** A design's subject as a file name that every file system takes, without an extension. */
export function fileNameOf(subject: string): string {
  const name = subject.replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]/gu, ' ').replace(/\s+/gu, ' ')
  return (
    [...name.trim()]
      .slice(0, 60)
      .join('')
      .replace(/[. ]+$/u, '') || 'design'
  )
}
