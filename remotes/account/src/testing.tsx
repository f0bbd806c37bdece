import type { User } from '@encre/account-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { openRemote, testMember } from '@encre/remote-kit/testing'
import { Remote } from './remote.tsx'

export const user: User = { ...testMember, createdAt: '2026-03-15T10:00:00.000Z' }

/** Opens a page of the account. After a rename the shell knows the member as `renamedTo`. */
export function openAccount(path: string, changes: Partial<ShellApi> = {}, renamedTo?: string) {
  return openRemote(Remote, { path, ...changes }, renamedTo)
}
