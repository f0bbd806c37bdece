import type { ShellApi } from '@encre/protocol/shell-api'
import { useRef, useState } from 'react'
import { drawReduced, longestPhoto, PictureError } from './picture.ts'

type PhotoState =
  | { status: 'none' | 'reading' }
  | { status: 'failed'; reason: 'unreadable' | 'memory' }
  | { status: 'ready'; photo: HTMLCanvasElement; id: string }

/** The member's photo: read on the device, reduced, kept in memory only. The last chosen file counts. */
export function usePhoto(shell: ShellApi) {
  const [state, setState] = useState<PhotoState>({ status: 'none' })
  const latest = useRef<File>(null)

  async function read(file: File) {
    latest.current = file
    setState({ status: 'reading' })
    const next = await open(file).catch((error: unknown): PhotoState => {
      if (!(error instanceof PictureError)) shell.report(new Error('a photo could not be read', { cause: error }))
      return { status: 'failed', reason: error instanceof PictureError && error.reason === 'unreadable' ? 'unreadable' : 'memory' }
    })
    if (latest.current === file) setState(next)
  }

  return { state, read }
}

async function open(file: File): Promise<PhotoState> {
  return { status: 'ready', photo: await drawReduced(file, longestPhoto), id: crypto.randomUUID() }
}
