import type { ShellApi } from '@encre/protocol/shell-api'
import { Button } from '@encre/ui/button'
import { Notice } from '@encre/ui/notice'
import { typeset } from '@encre/ui/typeset'
import { useRef, useState } from 'react'
import { drawReduced, longestPhoto, PictureError } from '../studio/picture.ts'
import { photoMessages as text } from './atelier-messages.ts'
import controls from './controls.module.css'

/** What became of the last chosen file. `idle`: it is the photo, or none was chosen. */
type PhotoStatus = 'idle' | 'reading' | keyof typeof text.failures

/** Read on the device, kept in memory only. A file that cannot be read leaves the earlier photo. */
export function usePhoto(shell: ShellApi) {
  const [photo, setPhoto] = useState<{ canvas: HTMLCanvasElement; file: File; id: string } | null>(
    null,
  )
  const [status, setStatus] = useState<PhotoStatus>('idle')
  const latest = useRef<File>(null)

  /** The photo, unless it cannot be read or a later file was chosen. */
  async function read(file: File): Promise<HTMLCanvasElement | null> {
    latest.current = file
    setStatus('reading')
    try {
      const canvas = await drawReduced(file, longestPhoto)
      if (latest.current !== file) return null
      setPhoto({ canvas, file, id: crypto.randomUUID() })
      setStatus('idle')
      return canvas
    } catch (error) {
      if (!(error instanceof PictureError))
        shell.report(new Error('a photo could not be read', { cause: error }))
      if (latest.current === file) setStatus(statusAfter(error))
      return null
    }
  }

  return { photo, status, read }
}

/** Only the kinds of a file: what else goes wrong here is for lack of memory. */
function statusAfter(error: unknown): PhotoStatus {
  const reason = error instanceof PictureError ? error.reason : 'memory'
  return reason === 'unreadable' || reason === 'large' ? reason : 'memory'
}

interface PhotoInputProps {
  choose: string
  take?: string
  status: PhotoStatus
  onFile: (file: File) => unknown
}

export function PhotoInput({ choose, take, status, onFile }: PhotoInputProps) {
  return (
    <>
      <div className={controls.buttons}>
        <FileButton label={choose} isFirst={take !== undefined} onFile={onFile} />
        {take && <FileButton label={take} capture="environment" onFile={onFile} />}
      </div>
      {status === 'reading' && <p role="status">{text.reading}</p>}
      {status !== 'idle' && status !== 'reading' && (
        <Notice kind="error" title={typeset(text.failures[status])} />
      )}
    </>
  )
}

function FileButton({
  label,
  isFirst = false,
  capture,
  onFile,
}: {
  label: string
  /** Whether it is the screen's first button. */
  isFirst?: boolean
  capture?: 'environment'
  onFile: (file: File) => unknown
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant={isFirst ? 'primary' : 'secondary'} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept="image/*"
        capture={capture}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
    </>
  )
}
