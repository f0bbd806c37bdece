import {
  accountPaths,
  Dashboard,
  DataExport,
  Erasure,
  type ErasureRequest,
  ExportLink,
  type NewExportLink,
  type PasswordChange,
  type Rename,
  User,
} from '@encre/account-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { request } from '@encre/remote-kit/request'
import { withToken } from '@encre/remote-kit/session'
import * as z from 'zod/mini'

/** Erasing goes through every worker, design by design. */
const erasureTimeoutMs = 60_000

export function getDashboard(shell: ShellApi, signal: AbortSignal): Promise<Dashboard> {
  return withToken(shell, (token) =>
    request(accountPaths.dashboard, Dashboard, { token, signal, shell }),
  )
}

export function getUser(shell: ShellApi, signal: AbortSignal): Promise<User> {
  return withToken(shell, (token) => request(accountPaths.me, User, { token, signal, shell }))
}

/** `getUser`, as it is now: not an answer that the shell requested before. */
export function getUserNow(shell: ShellApi): Promise<User> {
  return withToken(shell, (token) => request(accountPaths.me, User, { token }))
}

export function renameUser(shell: ShellApi, rename: Rename): Promise<User> {
  return withToken(shell, (token) =>
    request(accountPaths.me, User, { method: 'PATCH', token, body: rename }),
  )
}

export async function changePassword(shell: ShellApi, change: PasswordChange): Promise<void> {
  await withToken(shell, (token) =>
    request(accountPaths.password, z.unknown(), { method: 'PUT', token, body: change }),
  )
}

export async function endSessions(shell: ShellApi): Promise<void> {
  await withToken(shell, (token) =>
    request(accountPaths.sessions, z.unknown(), { method: 'DELETE', token }),
  )
}

/** Erases the account. Repeated after a failure, it continues where it stopped. */
export function eraseAccount(shell: ShellApi, proof: ErasureRequest): Promise<Erasure> {
  const timeoutMs = erasureTimeoutMs
  return withToken(shell, (token) =>
    request(accountPaths.me, Erasure, { method: 'DELETE', token, body: proof, timeoutMs }),
  )
}

export function getExport(shell: ShellApi, signal: AbortSignal): Promise<DataExport> {
  return withToken(shell, (token) => request(accountPaths.export, DataExport, { token, signal }))
}

export function startExport(shell: ShellApi): Promise<DataExport> {
  return withToken(shell, (token) =>
    request(accountPaths.export, DataExport, { method: 'POST', token }),
  )
}

export async function createExportLink(shell: ShellApi, body: NewExportLink): Promise<string> {
  const link = await withToken(shell, (token) =>
    request(accountPaths.exportLinks, ExportLink, { method: 'POST', token, body }),
  )
  return link.url
}
