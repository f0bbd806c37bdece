import { concatBytes } from '@encre/protocol/bytes'
import type { ImageType } from '@encre/worker/clean-image'
import type { PartialEvent } from './event-stream.ts'

// What a run keeps in the storage of its Durable Object. All of it survives a crash and is deleted
// when the generation has ended.

export interface Result {
  bytes: Uint8Array<ArrayBuffer>
  type: ImageType
  /** Whether these bytes are what the gallery gets. */
  isClean?: boolean
  /** What the provider's file declares, else what the settings say. Set with `isClean`. */
  origin?: string
  model: string
  prompt: string
}

/**
 * The design that a retouch changes, as it was before the call: the member may delete it meanwhile.
 */
export interface Retouched {
  subject: string
  origin: string
  isClear: boolean
  bytes: Uint8Array<ArrayBuffer>
}

export interface Address {
  url: string
  model: string
  prompt: string
  /** When the provider named it. Runs of older versions have none. */
  at?: number
}

export function saveAddress(storage: SyncKvStorage, address: Address): void {
  storage.put('address', address)
}

export function findAddress(storage: SyncKvStorage): Address | null {
  return storage.get<Address>('address') ?? null
}

export const saveResult = (storage: SyncKvStorage, result: Result) =>
  putFile(storage, 'result', result)
export const findResult = (storage: SyncKvStorage) => findFile<Result>(storage, 'result')

export const saveRetouched = (storage: SyncKvStorage, design: Retouched) =>
  putFile(storage, 'retouched', design)
export const findRetouched = (storage: SyncKvStorage) => findFile<Retouched>(storage, 'retouched')

export const saveMask = (storage: SyncKvStorage, mask: StoredFile) => putFile(storage, 'mask', mask)
export const findMask = (storage: SyncKvStorage) =>
  findFile<{ bytes: Uint8Array<ArrayBuffer> }>(storage, 'mask')

/** The newest one, for pages that connect later. An isolate's memory would hold those of all runs. */
export const savePartial = (storage: SyncKvStorage, event: PartialEvent) =>
  putFile(storage, 'partial', event)
export const findPartial = (storage: SyncKvStorage) => findFile<PartialEvent>(storage, 'partial')

interface StoredFile {
  bytes: Uint8Array
}

// A value in a Durable Object's storage holds 2 MB at most.
const chunkSize = 1024 * 1024

/**
 * Puts all chunks or none, because the storage commits writes without an `await` between them
 * together.
 */
function putFile(
  storage: SyncKvStorage,
  name: string,
  { bytes, ...description }: StoredFile,
): void {
  const chunks = Math.ceil(bytes.byteLength / chunkSize)
  for (let chunk = 0; chunk < chunks; chunk++)
    storage.put(`${name}:${chunk}`, bytes.slice(chunk * chunkSize, (chunk + 1) * chunkSize))
  storage.put(name, { ...description, chunks })
}

function findFile<Content extends StoredFile>(
  storage: SyncKvStorage,
  name: string,
): Content | null {
  const description = storage.get<Omit<Content, 'bytes'> & { chunks: number }>(name)
  if (!description) return null
  const { chunks, ...rest } = description
  const parts = Array.from(
    { length: chunks },
    (_, chunk) => storage.get<Uint8Array>(`${name}:${chunk}`) ?? missingChunk(name, chunk),
  )
  return { ...rest, bytes: concatBytes(parts) } as unknown as Content
}

function missingChunk(name: string, chunk: number): never {
  throw new Error(`chunk ${chunk} of "${name}" is missing`)
}

export interface BusyAnswers {
  answers: number
  /** The time of the first one. */
  since: number
}

export function findBusyAnswers(storage: SyncKvStorage): BusyAnswers {
  return storage.get<BusyAnswers>('busy') ?? { answers: 0, since: Date.now() }
}

export function countBusyAnswer(storage: SyncKvStorage): BusyAnswers {
  const { answers, since } = findBusyAnswers(storage)
  const counted = { answers: answers + 1, since }
  storage.put('busy', counted)
  return counted
}

/** Models that refused this generation. */
export function listRefusedModels(storage: SyncKvStorage): string[] {
  return storage.get<string[]>('refused-models') ?? []
}

export function addRefusedModel(storage: SyncKvStorage, model: string): void {
  storage.put('refused-models', [...listRefusedModels(storage), model])
}

export function countTry(storage: SyncKvStorage, kind: 'fetches' | 'saves'): number {
  const tries = (storage.get<number>(kind) ?? 0) + 1
  storage.put(kind, tries)
  return tries
}
