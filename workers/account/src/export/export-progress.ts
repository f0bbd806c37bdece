import { concatBytes } from '@encre/protocol/bytes'

/**
 * The progress of an export. A step writes one page of one source, then saves the progress, the
 * tail and the step's directory together.
 */
export interface ExportProgress {
  id: string
  memberId: string
  state: 'running' | 'ready' | 'failed'
  uploadId: string
  source: string
  /** The source's next page; null for its first. */
  cursor: string | null
  parts: R2UploadedPart[]
  /** Steps that wrote files: each has a directory. */
  steps: number
  files: number
  /** Files that the sources so far announced. */
  total: number | null
  bytes: number
  failures: number
  expiresAt: string | null
}

// A value in a Durable Object's storage holds 2 MB at most.
const chunkBytes = 1024 * 1024

export function readProgress(storage: SyncKvStorage): ExportProgress | null {
  return storage.get<ExportProgress>('progress') ?? null
}

export function saveProgress(storage: SyncKvStorage, progress: ExportProgress): void {
  storage.put('progress', progress)
}

/**
 * Saves a step completely or not at all: the storage commits writes without an `await` between them
 * together.
 */
export function saveStep(
  storage: SyncKvStorage,
  progress: ExportProgress,
  tail: Uint8Array,
  directory: Uint8Array | null,
): void {
  if (directory) storage.put(directoryKey(progress.steps), directory)
  const chunks = Math.ceil(tail.length / chunkBytes)
  for (let chunk = 0; chunk < chunks; chunk++) {
    storage.put(`tail:${chunk}`, tail.slice(chunk * chunkBytes, (chunk + 1) * chunkBytes))
  }
  storage.put('tailChunks', chunks)
  saveProgress(storage, directory ? { ...progress, steps: progress.steps + 1 } : progress)
}

export function saveEnd(storage: SyncKvStorage, progress: ExportProgress): void {
  for (let step = 0; step < progress.steps; step++) {
    storage.delete(directoryKey(step))
  }
  for (let chunk = 0; chunk < (storage.get<number>('tailChunks') ?? 0); chunk++) {
    storage.delete(`tail:${chunk}`)
  }
  storage.delete('tailChunks')
  saveProgress(storage, { ...progress, parts: [], steps: 0 })
}

export function readTail(storage: SyncKvStorage): Uint8Array<ArrayBuffer> {
  return concatBytes(
    Array.from({ length: storage.get<number>('tailChunks') ?? 0 }, (_, chunk) =>
      readBytes(storage, `tail:${chunk}`),
    ),
  )
}

/** The records of all steps' directories, in order. */
export function readDirectory(
  storage: SyncKvStorage,
  { steps }: ExportProgress,
): Uint8Array<ArrayBuffer> {
  return concatBytes(
    Array.from({ length: steps }, (_, step) => readBytes(storage, directoryKey(step))),
  )
}

function directoryKey(step: number): string {
  return `directory:${step}`
}

function readBytes(storage: SyncKvStorage, key: string): Uint8Array {
  const bytes = storage.get<Uint8Array>(key)
  if (!bytes) throw new Error(`the export lacks ${key}`)
  return bytes
}
