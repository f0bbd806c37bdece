import type { Design, DesignPage } from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { openRemote } from '@encre/remote-kit/testing'
import { Remote } from './remote.tsx'

export function makeDesign(id: string, changes: Partial<Design> = {}): Design {
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

export function makePage(designs: Design[], next: string | null = null): DesignPage {
  return { designs, next }
}

export function openGallery(path = '/gallery', changes: Partial<ShellApi> = {}) {
  return openRemote(Remote, { path, ...changes })
}
