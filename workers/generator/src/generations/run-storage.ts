import { concatBytes } from '@encre/protocol/bytes'
import type { ImageType } from '../images/image-format.ts'

export interface Result {
  bytes: Uint8Array<ArrayBuffer>
  type: ImageType
  /** Whether `cleanImage` has encoded these bytes. */
  isClean?: boolean
  model: string
  prompt: string
  createdAt: string
}

type ResultDescription = Omit<Result, 'bytes'> & { chunks: number }

// A value in a Durable Object's storage holds 2 MB at most.
const chunkSize = 1024 * 1024

/** The image that the provider made is at `url`. */
export interface Address {
  url: string
  model: string
  prompt: string
}

/** Saves the address of the image. A later crash repeats the download, but not the call. */
export function saveAddress(storage: SyncKvStorage, address: Address): void {
  storage.put('address', address)
}

export function hasAddress(storage: SyncKvStorage): boolean {
  return storage.get('address') !== undefined
}

export function getAddress(storage: SyncKvStorage): Address {
  const address = storage.get<Address>('address')
  if (!address) throw new Error('no address was saved')
  return address
}

/** Saves all chunks or none, because the storage commits writes without an `await` between them together. A later crash repeats nothing. */
export function saveResult(storage: SyncKvStorage, { bytes, ...description }: Result): void {
  const chunks = Math.ceil(bytes.byteLength / chunkSize)
  for (let chunk = 0; chunk < chunks; chunk++) storage.put(`result:${chunk}`, bytes.slice(chunk * chunkSize, (chunk + 1) * chunkSize))
  storage.put<ResultDescription>('result', { ...description, chunks })
}

export function hasResult(storage: SyncKvStorage): boolean {
  return storage.get('result') !== undefined
}

export function getResult(storage: SyncKvStorage): Result {
  const description = storage.get<ResultDescription>('result')
  if (!description) throw new Error('no result was saved')
  const { chunks, ...rest } = description
  const parts = Array.from({ length: chunks }, (_, chunk) => storage.get<Uint8Array>(`result:${chunk}`) ?? missingChunk(chunk))
  return { ...rest, bytes: concatBytes(parts) }
}

function missingChunk(chunk: number): never {
  throw new Error(`chunk ${chunk} of the result is missing`)
}

/** Counts one more try of a kind, across crashes. */
export function countTry(storage: SyncKvStorage, kind: 'waits' | 'fetches' | 'saves'): number {
  const tries = (storage.get<number>(kind) ?? 0) + 1
  storage.put(kind, tries)
  return tries
}
