import type { DataExport, User } from '@encre/account-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { openRemote, stubRequests, testMember } from '@encre/remote-kit/testing'
import { Remote } from './remote.tsx'

/** Created on 15 March 2026 in every time zone, because the page shows local dates. */
export const user: User = { ...testMember, createdAt: new Date(2026, 2, 15, 12).toISOString() }

/** Opens a page of the account. After a rename the shell knows the member as `renamedTo`. */
export function openAccount(path: string, changes: Partial<ShellApi> = {}, renamedTo?: string) {
  return openRemote(Remote, { path, ...changes }, renamedTo)
}

export const noExport: DataExport = {
  state: 'none',
  files: 0,
  total: null,
  bytes: 0,
  expiresAt: null,
}

/** As `stubRequests`, for the settings: they also read the state of the data download. */
export function stubSettings(replies: Record<string, () => Response | Promise<Response>>) {
  return stubRequests(replies, { 'GET /api/account/export': () => Response.json(noExport) })
}
