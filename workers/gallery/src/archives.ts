import { addressOf } from '@encre/protocol/operation'
import { originLine } from '@encre/protocol/origin'
import { deleteInPieces } from '@encre/worker/bounded'
import { logError } from '@encre/worker/log'
import { type OwnerKey, ownerKey } from '@encre/worker/member'
import { isoDate } from '@encre/worker/moment'
import { isDocumentRequest } from '@encre/worker/notice-page'
import { problem } from '@encre/worker/problem'
import { createAddress, readRepeat } from '@encre/worker/repeats'
import { findRow, jsonColumn, listRows, selectColumns } from '@encre/worker/rows'
import { hashToken } from '@encre/worker/secrets'
import { writeZip, type ZipEntry } from '@encre/worker/zip'
import * as z from 'zod/mini'
import { type ArchiveLink, downloadArchive } from './contract.ts'
import { extensionOf, fileNameOf, imageKey } from './designs-files.ts'
import type { Handlers } from './handlers.ts'
import { imageGonePage } from './images.ts'
import { archiveLifetimeMs, endedAddressMemoryMs } from './lifetimes.ts'
import { places } from './places.ts'
import { settingsOf } from './worker-settings.ts'

export const archives = {
  /**
   * Creates the address of a download, which the browser opens without a member's token and streams
   * to a file.
   */
  async createArchive(c, { body: { ids: designIds }, key }) {
    const { memberId } = c.var
    const repeat = await readRepeat(settingsOf(c.env).imageUrlSecret, {
      purpose: 'archive',
      owner: memberId,
      key,
      body: { designIds },
    })
    const place = await places.take(c.env.DB, 'archive', await ownerKey(memberId), repeat)
    if (place === 'other-body') return problem(c, 422, 'failed-precondition')
    if (!place) return problem(c, 429, 'resource-exhausted')
    const token =
      (await listArchived(c.env.DB, { memberId, designIds })).length > 0
        ? await createAddress(c.env.DB, repeat, 'archives', {
            memberId,
            designIds: JSON.stringify(designIds),
            expiresAt: isoDate(archiveLifetimeMs),
          })
        : null
    if (token) return c.json<ArchiveLink>({ url: addressOf(downloadArchive, { token }) }, 201)
    await place.giveBack()
    return problem(c, 404, 'not-found')
  },

  /** Streams the ZIP of an address. It needs no member's token: the address holds its own. */
  async downloadArchive(c, { params }) {
    const archive = await findArchive(c.env.DB, await hashToken(params.token))
    if (!archive)
      return isDocumentRequest(c.req.raw.headers) ? imageGonePage(c) : problem(c, 404, 'not-found')
    const designs = await listArchived(c.env.DB, archive)
    const entries = readEntries(c.env.IMAGES, await ownerKey(archive.memberId), designs)
    return c.body(streamOf(writeZip(entries)), 200, {
      'Content-Type': 'application/zip',
      'Content-Disposition': 'attachment; filename="encre-designs.zip"',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    })
  },
} satisfies Partial<Handlers>

/**
 * One file per image, then text files that say where the images come from and which could not be
 * read.
 */
async function* readEntries(
  bucket: R2Bucket,
  owner: OwnerKey,
  designs: ArchivedDesign[],
): AsyncGenerator<ZipEntry> {
  const missing: string[] = []
  const origins: string[] = []
  for (const [index, { id, subject, createdAt, origin }] of designs.entries()) {
    const name = `${String(index + 1).padStart(3, '0')} ${fileNameOf(subject)}`
    const object = await bucket.get(imageKey(owner, id)).catch((error: unknown) => {
      logError(error, { designId: id })
      return null
    })
    if (!object) {
      missing.push(name)
      continue
    }
    const fileName = `${name}.${extensionOf(object.httpMetadata?.contentType ?? '')}`
    origins.push(`${fileName} : ${originLine(origin) ?? 'origine inconnue'}`)
    yield {
      name: fileName,
      date: new Date(createdAt),
      body: readBytes(object, () => missing.push(`${fileName} (incomplet)`)),
    }
  }
  if (origins.length > 0)
    yield writeList(
      'Origine des images.txt',
      'Chaque image le dit aussi dans ses métadonnées.',
      origins,
    )
  if (missing.length > 0)
    yield writeList(
      'Images manquantes.txt',
      'Ces images n’ont pas pu être lues. Réessayez plus tard.',
      missing,
    )
}

function writeList(name: string, heading: string, lines: string[]): ZipEntry {
  return {
    name,
    date: new Date(),
    body: new TextEncoder().encode(`${heading}\r\n\r\n${lines.join('\r\n')}\r\n`),
  }
}

/** When the bucket breaks off, the file ends there, and the archive continues with the next one. */
async function* readBytes(object: R2ObjectBody, onBreak: () => void): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of object.body as ReadableStream<Uint8Array>) {
      yield piece
    }
  } catch (error) {
    logError(error, { key: object.key })
    onBreak()
  }
}

const Archive = z.object({ memberId: z.string(), designIds: jsonColumn(z.array(z.string())) })
type Archive = z.infer<typeof Archive>

const ArchivedDesign = z.object({
  id: z.string(),
  subject: z.string(),
  origin: z.string(),
  createdAt: z.string(),
})
type ArchivedDesign = z.infer<typeof ArchivedDesign>

async function findArchive(db: D1Database, tokenHash: string): Promise<Archive | null> {
  return findRow(
    db
      .prepare(
        `select ${selectColumns(Archive)} from archives where token_hash = ? and expires_at > ?`,
      )
      .bind(tokenHash, isoDate()),
    Archive,
  )
}

/** The designs of an archive that the member still has, newest first. */
async function listArchived(
  db: D1Database,
  { memberId, designIds }: Archive,
): Promise<ArchivedDesign[]> {
  return listRows(
    db
      .prepare(
        `select ${selectColumns(ArchivedDesign)} from designs
         where id in (select value from json_each(?)) and member_id = ? and deleted_at is null order by created_at desc, number desc`,
      )
      .bind(JSON.stringify(designIds), memberId),
    ArchivedDesign,
  )
}

/** Forgets what an ended address opened, and the address itself when nobody repeats its request. */
export async function deleteExpiredArchives(db: D1Database): Promise<void> {
  await db
    .prepare(
      `update archives set member_id = '', design_ids = '[]' where expires_at < ? and member_id <> ''`,
    )
    .bind(isoDate())
    .run()
  const expired = { table: 'archives', key: 'token_hash', condition: 'expires_at < ?' }
  await deleteInPieces(db, expired, isoDate(-endedAddressMemoryMs))
}

/** Reads a piece only when the browser is ready for it. */
function streamOf(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}
