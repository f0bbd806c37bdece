import type { Release } from '@encre/protocol/release'
import { contentType, integrityOf } from '@encre/protocol/served-file'
import type { Pruned } from '@encre/releases/registry'
import { readBytes } from '@encre/worker/body'
import { TooLargeError } from '@encre/worker/limited-body'
import { findSweepStop } from '@encre/worker/orphans'
import { type Context, Hono } from 'hono'
import { problem } from '../../problem.ts'
import type { SiteEnv } from '../../site-env.ts'
import { versionPrefix } from './keys.ts'

const fileLimit = 5 * 1024 * 1024

/** The largest size of the JSON that registers a release, in bytes. It lists every file. */
export const releaseLimit = 512 * 1024

interface UploadedFile {
  bytes: number
  integrity: string
}

/** Writes a file once. False when the key has other content. */
async function writeFile(
  bucket: R2Bucket,
  file: { key: string; bytes: Uint8Array<ArrayBuffer>; integrity: string },
): Promise<boolean> {
  const { key, bytes, integrity } = file
  const written = await bucket.put(key, bytes, {
    onlyIf: { etagDoesNotMatch: '*' },
    httpMetadata: { contentType: contentType(key) },
    customMetadata: { integrity },
  })
  if (written) return true
  const existing = await bucket.head(key)
  return existing?.customMetadata?.integrity === integrity
}

export async function listFiles(
  bucket: R2Bucket,
  prefix: string,
): Promise<Record<string, UploadedFile>> {
  const files: Record<string, UploadedFile> = {}
  for await (const object of eachObject(bucket, prefix)) {
    files[object.key.slice(prefix.length)] = {
      bytes: object.size,
      integrity: object.customMetadata?.integrity ?? '',
    }
  }
  return files
}

/** Every object under a prefix, with its metadata. R2 lists a thousand at a time. */
async function* eachObject(bucket: R2Bucket, prefix: string): AsyncGenerator<R2Object> {
  let cursor: string | undefined
  do {
    const page: R2Objects = await bucket.list({
      prefix,
      include: ['customMetadata'],
      ...(cursor && { cursor }),
    })
    yield* page.objects
    cursor = page.truncated ? page.cursor : undefined
  } while (cursor)
}

interface Pruning {
  prefixes: string[]
  /**
   * What the rows say of a file below a prefix. An orphan had no row before the prune either; while
   * it is recent, its upload may go on.
   */
  judge: (path: string, uploaded: Date) => 'needed' | 'unneeded' | 'recent' | 'orphan'
  newestRow: Date | null
  /** The number of orphans that somebody has looked at. They are deleted in any case. */
  expected: number
}

/** Deletes the files that no row needs. Keeps the orphans if `findSweepStop` says so. */
export async function deleteUnused(
  bucket: R2Bucket,
  { prefixes, judge, newestRow, expected }: Pruning,
): Promise<Pruned['kept']> {
  const unneeded: string[] = []
  const orphaned: R2Object[] = []
  // All files, with and without a row.
  let objects = 0
  for (const prefix of prefixes) {
    for await (const object of eachObject(bucket, prefix)) {
      objects += 1
      const verdict = judge(object.key.slice(prefix.length), object.uploaded)
      if (verdict === 'unneeded') unneeded.push(object.key)
      if (verdict === 'orphan') orphaned.push(object)
    }
  }
  const orphans = orphaned.map(({ uploaded }) => uploaded)
  const stop = orphans.length <= expected ? null : findSweepStop({ newestRow, orphans, objects })
  const keys = [...unneeded, ...(stop === null ? orphaned.map(({ key }) => key) : [])]
  for (let first = 0; first < keys.length; first += 1000) {
    await bucket.delete(keys.slice(first, first + 1000))
  }
  return stop === null ? undefined : { files: orphans.length, reason: stop }
}

export async function readFileBytes(
  bucket: R2Bucket,
  key: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const object = await bucket.get(key)
  if (!object) throw new Error(`the bucket lost ${key}`)
  return new Uint8Array(await object.arrayBuffer())
}

export async function findMissingFiles(bucket: R2Bucket, release: Release): Promise<string[]> {
  const uploadedFiles = await listFiles(bucket, versionPrefix(release.name, release.version))
  const missing = Object.entries(release.files).filter(([path, file]) => {
    const uploaded = Object.hasOwn(uploadedFiles, path) ? uploadedFiles[path] : undefined
    return uploaded?.bytes !== file.bytes || uploaded.integrity !== file.integrity
  })
  const named = [release.entry, ...release.scripts, ...release.styles].filter(
    (path) => !Object.hasOwn(release.files, path),
  )
  const unlisted = Object.keys(uploadedFiles).filter((path) => !Object.hasOwn(release.files, path))
  return [
    ...missing.map(([path]) => path),
    ...named,
    ...unlisted.map((path) => `(not listed: ${path})`),
  ]
}

interface FileRoutes {
  prefixOf: (c: Context) => string
  findDefect: (c: Context, path: string) => string | null | Promise<string | null>
}

/**
 * Lists the files under a prefix of the bucket, and uploads a file once, with its integrity in
 * `X-Integrity`.
 */
export function createFileRoutes({ prefixOf, findDefect }: FileRoutes) {
  return new Hono<SiteEnv>()
    .get('/', async (c) => c.json({ files: await listFiles(c.env.RELEASES, prefixOf(c)) }))

    .put('/:path{.+}', async (c) => {
      const path = c.req.param('path')
      const defect = await findDefect(c, path)
      if (defect !== null) return problem(c, 400, 'invalid-request', defect)
      const bytes = await readFileBody(c)
      if (!bytes) return problem(c, 413, 'file-too-large')
      const integrity = await integrityOf(bytes)
      // Files are written once: a damaged upload must not occupy the name.
      if (integrity !== c.req.header('x-integrity')) return problem(c, 422, 'file-damaged', path)
      const written = await writeFile(c.env.RELEASES, {
        key: `${prefixOf(c)}${path}`,
        bytes,
        integrity,
      })
      return written ? c.body(null, 204) : problem(c, 409, 'file-exists', path)
    })
}

/** Null for a longer file than a release may have. */
async function readFileBody(c: Context): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return await readBytes(c, fileLimit)
  } catch (error) {
    if (error instanceof TooLargeError) return null
    throw error
  }
}
