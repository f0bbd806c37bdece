import type { Release } from '@encre/protocol/release'
import { contentType } from './content-types.ts'
import { fileKey, versionPrefix } from './release-keys.ts'

export interface UploadedFile {
  bytes: number
  integrity: string
}

export async function integrityOf(bytes: BufferSource): Promise<string> {
  return `sha384-${new Uint8Array(await crypto.subtle.digest('SHA-384', bytes)).toBase64()}`
}

/** Writes a file once. False when another content has its name already. */
export async function writeFile(
  bucket: R2Bucket,
  file: { remote: string; version: string; path: string; bytes: ArrayBuffer; integrity: string },
): Promise<boolean> {
  const key = fileKey(file.remote, file.version, file.path)
  const written = await bucket.put(key, file.bytes, {
    onlyIf: { etagDoesNotMatch: '*' },
    httpMetadata: { contentType: contentType(file.path) },
    customMetadata: { integrity: file.integrity },
  })
  if (written) return true
  const existing = await bucket.head(key)
  return existing?.customMetadata?.integrity === file.integrity
}

/** Every file of a version that has arrived whole. */
export async function listFiles(bucket: R2Bucket, remote: string, version: string): Promise<Record<string, UploadedFile>> {
  const prefix = versionPrefix(remote, version)
  const files: Record<string, UploadedFile> = {}
  let cursor: string | undefined
  do {
    const page: R2Objects = await bucket.list({ prefix, include: ['customMetadata'], ...(cursor && { cursor }) })
    for (const object of page.objects) {
      files[object.key.slice(prefix.length)] = { bytes: object.size, integrity: object.customMetadata?.integrity ?? '' }
    }
    cursor = page.truncated ? page.cursor : undefined
  } while (cursor)
  return files
}

/** The files that a release names and that are not there as it says. */
export async function findMissingFiles(bucket: R2Bucket, release: Release): Promise<string[]> {
  const there = await listFiles(bucket, release.name, release.version)
  const missing = Object.entries(release.files).filter(([path, file]) => {
    const uploaded = Object.hasOwn(there, path) ? there[path] : undefined
    return uploaded?.bytes !== file.bytes || uploaded.integrity !== file.integrity
  })
  const named = [release.entry, ...release.scripts, ...release.styles].filter((path) => !Object.hasOwn(release.files, path))
  return [...missing.map(([path]) => path), ...named]
}
