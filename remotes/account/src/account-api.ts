import { accountPaths, Dashboard, Erasure, type PasswordChange, type Rename, User } from '@encre/account-worker/contract'
import { RequestError, request } from '@encre/protocol/request'
import type { ShellApi } from '@encre/protocol/shell-api'
import * as z from 'zod/mini'

export async function getDashboard(shell: ShellApi, signal: AbortSignal): Promise<Dashboard> {
  return request(accountPaths.dashboard, Dashboard, { token: await getToken(shell), signal })
}

export async function getUser(shell: ShellApi, signal: AbortSignal): Promise<User> {
  return request(accountPaths.me, User, { token: await getToken(shell), signal })
}

export async function renameUser(shell: ShellApi, rename: Rename): Promise<User> {
  return request(accountPaths.me, User, { method: 'PATCH', token: await getToken(shell), body: rename })
}

export async function changePassword(shell: ShellApi, change: PasswordChange): Promise<void> {
  await request(accountPaths.password, z.unknown(), { method: 'PUT', token: await getToken(shell), body: change })
}

/** Erases the account. Asked again after a failure, it goes on where it stopped. */
export async function eraseAccount(shell: ShellApi): Promise<Erasure> {
  return request(accountPaths.me, Erasure, { method: 'DELETE', token: await getToken(shell) })
}

/** True when the member has to sign in again before anything else can succeed; a wrong password is not that. */
export function isSessionOver(error: unknown): boolean {
  return error instanceof RequestError && error.status === 401 && error.code === 'permission-denied'
}

export function problemCode(error: unknown): string {
  return error instanceof RequestError ? error.code : 'internal'
}

async function getToken(shell: ShellApi): Promise<string> {
  try {
    return await shell.getToken()
  } catch (cause) {
    throw new RequestError('permission-denied', 401, null, { cause })
  }
}
