import type { Dashboard, User } from '@encre/account-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { openRemote, testMember } from '@encre/remote-kit/testing'
import { Remote } from './remote.tsx'

export const user: User = { ...testMember, createdAt: '2026-03-15T10:00:00.000Z' }

export function makeDesign(id: string, changes: Partial<Dashboard['recent'][number]> = {}): Dashboard['recent'][number] {
  return {
    id,
    imageUrl: `https://encre.example/api/gallery/images/${id}?o=0&e=0&s=0`,
    prompt: `Create a traditional tattoo design. Subject: ${id}.`,
    subject: id,
    style: 'traditional',
    size: 'medium',
    sizeDetail: null,
    placement: 'arm',
    placementDetail: null,
    colors: ['#000000'],
    createdAt: '2026-11-20T10:00:00.000Z',
    userId: 'member-1',
    model: 'gpt-image-2.5-flare',
    origin: 'ai',
    ...changes,
  }
}

/** Opens a page of the account. After a rename the shell knows the member as `renamedTo`. */
export function openAccount(path: string, changes: Partial<ShellApi> = {}, renamedTo?: string) {
  return openRemote(Remote, { path, ...changes }, renamedTo)
}
