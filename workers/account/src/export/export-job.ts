import { DurableObject } from 'cloudflare:workers'
import type { ExportedFile, ExportPage, MemberData } from '@encre/protocol/member-data'
import { log, logError } from '@encre/worker/log'
import { ownerKey } from '@encre/worker/member'
import { isoDate } from '@encre/worker/moment'
import { writeZipEntries, type ZipEntry } from '@encre/worker/zip'
import type { Bindings } from '../bindings.ts'
import { listFeatureData } from '../feature-data.ts'
import { exportLifetimeMs } from '../lifetimes.ts'
import { findUser } from '../users-store.ts'
import {
  type ExportProgress,
  readDirectory,
  readProgress,
  readTail,
  saveEnd,
  saveProgress,
  saveStep,
} from './export-progress.ts'
import { exportKey, extendExport } from './exports-store.ts'
import { endOfArchive, moveRecords, PartWriter } from './zip-writer.ts'

// The Durable Object that writes a member's download, step by step. `data-export.ts` starts it and
// answers the page (`remotes/account/src/export/data-export-section.tsx`); how long it is kept:
// `lifetimes.ts`.

/** A step that fails is retried after this time, then after twice as long, and so on. */
const firstRetryMs = 1000
/** After this many failures of one step the export fails. The member can continue it from there. */
export const mostFailures = 6

/**
 * Between two steps the job rests as long as the step took, at most this long: a local site runs
 * everything in one process.
 */
const longestPauseMs = 5000

/**
 * Writes one export from its alarm. A step counts only once its progress is saved: an interrupted
 * one is repeated.
 */
export class ExportJob extends DurableObject<Bindings> {
  #running: Promise<void> | null = null
  #isDeleted = false

  /** Starts the export, or continues one that failed. Changes nothing if it runs or is ready. */
  async start(id: string, memberId: string): Promise<ExportProgress> {
    const created = readProgress(this.ctx.storage.kv) ? null : await this.#create(id, memberId)
    // Of two starts at once, the first one's upload counts.
    const progress = readProgress(this.ctx.storage.kv) ?? created
    if (!progress) throw new Error(`export ${id} was deleted while it started`)
    if (progress.state === 'ready') return progress
    const running: ExportProgress = {
      ...progress,
      state: 'running',
      failures: progress.state === 'failed' ? 0 : progress.failures,
    }
    saveProgress(this.ctx.storage.kv, running)
    await this.#wake()
    return running
  }

  /**
   * The progress of the export, or null if it was never started. Restarts an export whose alarm was
   * lost.
   */
  async read(): Promise<ExportProgress | null> {
    const progress = readProgress(this.ctx.storage.kv)
    if (progress?.state === 'running') await this.#wake()
    return progress
  }

  async delete(id: string, memberId: string): Promise<void> {
    this.#isDeleted = true
    await this.#running
    const progress = readProgress(this.ctx.storage.kv)
    const key = await exportKey({ memberId, id })
    if (progress && progress.state !== 'ready')
      await this.#resumeUpload(progress, key).abort().catch(logError)
    await this.env.EXPORTS.delete(key)
    await this.ctx.storage.deleteAlarm()
    await this.ctx.storage.deleteAll()
  }

  override async alarm(): Promise<void> {
    const progress = readProgress(this.ctx.storage.kv)
    if (progress?.state !== 'running' || this.#running) return
    this.#running = this.#runStep(progress).finally(() => {
      this.#running = null
    })
    await this.#running
  }

  async #create(id: string, memberId: string): Promise<ExportProgress> {
    const upload = await this.env.EXPORTS.createMultipartUpload(await exportKey({ memberId, id }), {
      httpMetadata: { contentType: 'application/zip' },
    })
    const [first] = this.#listSources()
    return {
      id,
      memberId,
      state: 'running',
      uploadId: upload.uploadId,
      source: first.name,
      cursor: null,
      parts: [],
      steps: 0,
      files: 0,
      total: null,
      bytes: 0,
      failures: 0,
      expiresAt: null,
    }
  }

  async #wake(): Promise<void> {
    if (!this.#running && (await this.ctx.storage.getAlarm()) === null)
      await this.ctx.storage.setAlarm(Date.now())
  }

  async #runStep(progress: ExportProgress): Promise<void> {
    const owner = await ownerKey(progress.memberId)
    const startedAt = Date.now()
    try {
      const isRead = !this.#listSources().some(({ name }) => name === progress.source)
      const next = isRead ? await this.#finish(progress) : await this.#writePage(progress)
      if (this.#isDeleted) return
      if (next.state === 'running')
        await this.ctx.storage.setAlarm(
          Date.now() + Math.min(Date.now() - startedAt, longestPauseMs),
        )
      else
        log('export ready', {
          ownerKey: owner,
          exportId: progress.id,
          files: next.files,
          bytes: next.bytes,
        })
    } catch (error) {
      logError(error, { ownerKey: owner, exportId: progress.id })
      if (this.#isDeleted) return
      const failures = progress.failures + 1
      const state = failures < mostFailures ? 'running' : 'failed'
      saveProgress(this.ctx.storage.kv, { ...progress, failures, state })
      if (state === 'running')
        await this.ctx.storage.setAlarm(Date.now() + firstRetryMs * 2 ** progress.failures)
    }
  }

  async #writePage(progress: ExportProgress): Promise<ExportProgress> {
    const { kv } = this.ctx.storage
    const sources = this.#listSources()
    const index = sources.findIndex(({ name }) => name === progress.source)
    const data = sources[index]?.data
    if (!data) throw new Error(`no source ${progress.source}`)
    const page = await data.exportMember(progress.memberId, progress.cursor)

    const writer = await this.#openWriter(progress)
    const start = writer.position
    const files = this.#openFiles(data, progress.memberId, page.files)
    const { records, count } = moveRecords(await this.#writeFiles(writer, files), start)

    const following = sources[index + 1]?.name ?? ''
    const next: ExportProgress = {
      ...progress,
      source: page.next === null ? following : progress.source,
      cursor: page.next,
      parts: writer.parts,
      files: progress.files + count,
      total: totalAfter(progress, page),
      bytes: writer.position,
      failures: 0,
    }
    if (!this.#isDeleted) saveStep(kv, next, writer.tail, count > 0 ? records : null)
    return next
  }

  /** Resolves to the files' records in the directory. */
  async #writeFiles(writer: PartWriter, files: AsyncIterable<ZipEntry>) {
    const pieces = writeZipEntries(files)
    let piece = await pieces.next()
    while (!piece.done) {
      if (this.#isDeleted) throw new Error('the export is being deleted')
      await writer.write(piece.value)
      piece = await pieces.next()
    }
    return piece.value
  }

  /**
   * Writes the directory and ends the upload. An upload that ended before the crash of this step
   * has left the whole file.
   */
  async #finish(progress: ExportProgress): Promise<ExportProgress> {
    const { kv } = this.ctx.storage
    const key = await exportKey(progress)
    let size = (await this.env.EXPORTS.head(key))?.size
    if (size === undefined) {
      const writer = await this.#openWriter(progress)
      const directory = readDirectory(kv, progress)
      const offset = writer.position
      await writer.write(directory)
      await writer.write(endOfArchive({ count: progress.files, offset, length: directory.length }))
      size = writer.position
      await writer.complete()
    }
    const expiresAt = isoDate(exportLifetimeMs)
    await extendExport(this.env.DB, progress.id, progress.memberId, expiresAt)
    const next: ExportProgress = {
      ...progress,
      state: 'ready',
      bytes: size,
      failures: 0,
      expiresAt,
    }
    if (this.#isDeleted) return next
    saveEnd(kv, next)
    return next
  }

  async *#openFiles(
    data: Source['data'],
    memberId: string,
    files: ExportedFile[],
  ): AsyncGenerator<ZipEntry> {
    for (const { path, date, content } of files) {
      const body =
        'text' in content
          ? new TextEncoder().encode(content.text)
          : await data.openExportedFile?.(memberId, content.key)
      // The member may have deleted a file meanwhile: it is left out.
      if (body) yield { name: path, date: new Date(date), body }
    }
  }

  /** The account's own files, then every feature's. */
  #listSources(): [Source, ...Source[]] {
    const account = { exportMember: (memberId: string) => exportAccount(this.env, memberId) }
    return [{ name: 'account', data: account }, ...listFeatureData(this.env)]
  }

  async #openWriter(progress: ExportProgress): Promise<PartWriter> {
    const key = await exportKey(progress)
    const upload = this.#resumeUpload(progress, key)
    return new PartWriter(upload, progress.parts, readTail(this.ctx.storage.kv))
  }

  #resumeUpload({ uploadId }: ExportProgress, key: string): R2MultipartUpload {
    return this.env.EXPORTS.resumeMultipartUpload(key, uploadId)
  }
}

/** A feature's first page says how many files the feature has. */
function totalAfter({ cursor, total, files }: ExportProgress, page: ExportPage): number | null {
  if (cursor !== null || page.total === undefined) return total
  return (total ?? files) + page.total
}

interface Source {
  name: string
  data: Pick<MemberData, 'exportMember' | 'openExportedFile'>
}

const readme = (date: Date) =>
  `Vos données sur Encre, le ${new Intl.DateTimeFormat('fr', { dateStyle: 'long', timeZone: 'Europe/Paris' }).format(date)}.

compte.json : votre compte.
designs : chaque design avec son image, vos choix, vos réglages et vos notes de l’atelier ; les liens que vous avez donnés.
generations : vos demandes des 30 derniers jours.
references : vos images de référence que le site garde encore.

Chaque image dit son origine, dans le fichier .json à côté d’elle et dans ses métadonnées. Les fichiers .json s’ouvrent avec un éditeur
de texte. Les designs que vous avez supprimés n’y sont pas. La photo de votre peau ne quitte pas votre appareil.
`

/** The member's row, and what the download says of itself. */
export async function exportAccount(env: Bindings, memberId: string): Promise<ExportPage> {
  const now = new Date()
  const user = await findUser(env.DB, memberId)
  const date = now.toISOString()
  return {
    files: [
      { path: 'LISEZMOI.txt', date, content: { text: readme(now).replaceAll('\n', '\r\n') } },
      {
        path: 'compte.json',
        date: user?.createdAt ?? date,
        content: { text: JSON.stringify(user, null, 2) },
      },
    ],
    next: null,
  }
}
