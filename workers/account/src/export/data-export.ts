import { addressOf } from '@encre/protocol/operation'
import { isoDate } from '@encre/worker/moment'
import { isDocumentRequest } from '@encre/worker/notice-page'
import { answerObject } from '@encre/worker/object-answer'
import { problem } from '@encre/worker/problem'
import { createAddress, readRepeat } from '@encre/worker/repeats'
import { hashToken } from '@encre/worker/secrets'
import { type Bindings, type Handlers, jobOf } from '../bindings.ts'
import { type DataExport, downloadExport, type ExportLink } from '../contract.ts'
import { exportLifetimeMs, exportLinkLifetimeMs } from '../lifetimes.ts'
import { places } from '../places.ts'
import { settingsOf } from '../settings.ts'
import { loadUser } from '../users-store.ts'
import type { ExportProgress } from './export-progress.ts'
import {
  createExport,
  deleteExpiredExport,
  exportKey,
  findExport,
  findLinkedExport,
} from './exports-store.ts'

export const dataExport = {
  async readExport(c) {
    return c.json<DataExport>(present(await readProgress(c.env, c.var.memberId)))
  },

  async startExport(c) {
    const { memberId, accessToken } = c.var
    // Also refuses the token of a deleted account.
    if (!(await loadUser(c.env, memberId, accessToken))) return problem(c, 401, 'permission-denied')
    await deleteExpiredExport(c.env, memberId)
    const place = await places.take(c.env.DB, 'export', memberId)
    if (!place || place === 'other-body') return problem(c, 429, 'resource-exhausted')
    const wanted = {
      id: crypto.randomUUID(),
      memberId,
      expiresAt: isoDate(exportLifetimeMs),
      jurisdiction: settingsOf(c.env).jurisdiction,
    }
    const created = await createExport(c.env.DB, wanted)
    // The member has one already.
    if (created?.id !== wanted.id) await place.giveBack()
    if (!created) return problem(c, 401, 'permission-denied')
    const job = jobOf(c.env, created)
    const progress = await job.start(created.id, memberId)
    if (await findExport(c.env.DB, memberId)) return c.json<DataExport>(present(progress), 202)
    // The account was erased before the job started, so nothing else deletes what it writes.
    await job.delete(created.id, memberId)
    return problem(c, 401, 'permission-denied')
  },

  async createExportLink(c, { key }) {
    const { memberId } = c.var
    const stored = await findExport(c.env.DB, memberId)
    if (!stored || (await jobOf(c.env, stored).read())?.state !== 'ready')
      return problem(c, 404, 'not-found')
    // The page asks for the export that it shows: there is nothing else that a key could ask for.
    const request = { purpose: 'download', owner: memberId, key, body: {} }
    const repeat = await readRepeat(settingsOf(c.env).addressSecret, request)
    const place = await places.take(c.env.DB, 'download', memberId, repeat)
    if (place === 'other-body') return problem(c, 422, 'failed-precondition')
    if (!place) return problem(c, 429, 'resource-exhausted')
    const token = await createAddress(c.env.DB, repeat, 'export_links', {
      memberId,
      expiresAt: isoDate(exportLinkLifetimeMs),
    })
    if (token) return c.json<ExportLink>({ url: addressOf(downloadExport, { token }) }, 201)
    await place.giveBack()
    return problem(c, 404, 'not-found')
  },

  async downloadExport(c, { params }) {
    const stored = await findLinkedExport(c.env.DB, await hashToken(params.token))
    const key = stored && (await exportKey(stored))
    const answer =
      key && (await answerObject(c, c.env.EXPORTS, key, ({ uploaded }) => headersOf(uploaded)))
    if (answer) return answer
    // A person opened an old address: the settings create a new one.
    return isDocumentRequest(c.req.raw.headers)
      ? c.redirect('/settings', 303)
      : problem(c, 404, 'not-found')
  },
} satisfies Partial<Handlers>

async function readProgress(env: Bindings, memberId: string): Promise<ExportProgress | null> {
  const stored = await findExport(env.DB, memberId)
  return stored && jobOf(env, stored).read()
}

function present(progress: ExportProgress | null): DataExport {
  if (!progress) return { state: 'none', files: 0, total: null, bytes: 0, expiresAt: null }
  const { state, files, total, bytes, expiresAt } = progress
  return { state, files, total, bytes, expiresAt }
}

function headersOf(date: Date): Record<string, string> {
  return {
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="encre-donnees-${date.toISOString().slice(0, 10)}.zip"`,
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
  }
}
