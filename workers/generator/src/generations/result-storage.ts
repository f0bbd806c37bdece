import type { ImageType } from '../images/image-format.ts'

export interface Result {
  bytes: Uint8Array<ArrayBuffer>
  type: ImageType
  model: string
  prompt: string
  createdAt: string
}

type ResultDescription = Omit<Result, 'bytes'> & { chunks: number }

// A value of a Durable Object holds 2 MB.
const chunkSize = 1024 * 1024

/** What the provider made and did not send: the image lies at `url`. */
export interface Address {
  url: string
  model: string
  prompt: string
}

/** Keeps where the image is: from here on a crash costs another download, but no other call. */
export function keepAddress(storage: SyncKvStorage, address: Address): void {
  storage.put('address', address)
}

export function hasAddress(storage: SyncKvStorage): boolean {
  return storage.get('address') !== undefined
}

export function getAddress(storage: SyncKvStorage): Address {
  const address = storage.get<Address>('address')
  if (!address) throw new Error('no address was kept')
  return address
}

/** Keeps what the provider made in the run's own storage: from here on a crash costs no other call. All of it, or nothing. */
export function keepResult(storage: SyncKvStorage, { bytes, ...description }: Result): void {
  const chunks = Math.ceil(bytes.byteLength / chunkSize)
  for (let chunk = 0; chunk < chunks; chunk++) storage.put(`result:${chunk}`, bytes.slice(chunk * chunkSize, (chunk + 1) * chunkSize))
  storage.put<ResultDescription>('result', { ...description, chunks })
}

export function hasResult(storage: SyncKvStorage): boolean {
  return storage.get('result') !== undefined
}

export function getResult(storage: SyncKvStorage): Result {
  const description = storage.get<ResultDescription>('result')
  if (!description) throw new Error('no result was kept')
  const { chunks, ...rest } = description
  const parts = Array.from({ length: chunks }, (_, chunk) => storage.get<Uint8Array>(`result:${chunk}`) ?? missingChunk(chunk))
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.byteLength
  }
  return { ...rest, bytes }
}

function missingChunk(chunk: number): never {
  throw new Error(`chunk ${chunk} of the result is missing`)
}
