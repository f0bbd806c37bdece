import type { ShellApi } from '@encre/protocol/shell-api'
import { useRef, useState } from 'react'
import { drawReduced, longestPhoto, PictureError } from './picture.ts'

/** What became of the last chosen file. `idle`: it is the photo, or none was chosen. */
export type PhotoStatus = 'idle' | 'reading' | 'unreadable' | 'memory'

/**
 * The member's photo: read on the device, reduced, kept in memory only. The last chosen file counts. A file that cannot be read
 * leaves the earlier photo.
 */
export function usePhoto(shell: ShellApi) {
  const [photo, setPhoto] = useState<{ canvas: HTMLCanvasElement; id: string } | null>(null)
  const [status, setStatus] = useState<PhotoStatus>('idle')
  const latest = useRef<File>(null)

  /** Resolves to whether the file became the photo. */
  async function read(file: File): Promise<boolean> {
    latest.current = file
    setStatus('reading')
    try {
      const canvas = await drawReduced(file, longestPhoto)
      if (latest.current !== file) return false
      setPhoto({ canvas, id: crypto.randomUUID() })
      setStatus('idle')
      return true
    } catch (error) {
      if (!(error instanceof PictureError)) shell.report(new Error('a photo could not be read', { cause: error }))
      if (latest.current === file) setStatus(error instanceof PictureError && error.reason === 'unreadable' ? 'unreadable' : 'memory')
      return false
    }
  }

  return { photo, status, read }
}
