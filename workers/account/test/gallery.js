import { WorkerEntrypoint } from 'cloudflare:workers'

// A stub of the gallery's worker. It fails for the member 'gallery-unavailable', fails the first
// erasure of 'gallery-fails-once', lists the members that it erased, and has as many designs for an
// export as `fill` said.
const erased = []
const returned = []
let hasFailed = false
let shelf = { designs: 0, imageBytes: 0, pageSize: 50 }
let failures = 0
let opened = 0

export class DesignLibrary extends WorkerEntrypoint {
  async summarizeDesigns(memberId, limit) {
    if (memberId === 'gallery-unavailable') throw new Error('the gallery is unavailable')
    const design = {
      id: 'design',
      imageUrl: 'https://encre.test/image',
      prompt: '',
      subject: memberId,
      style: 'dotwork',
      size: 'small',
      sizeDetail: null,
      placement: 'arm',
      placementDetail: null,
      colors: [],
      createdAt: '2026-11-20T10:00:00.000Z',
      userId: memberId,
      model: 'm',
      origin: 'ai',
    }
    return { count: 11, recent: Array.from({ length: limit }, () => design) }
  }

  async eraseMember(memberId) {
    if (memberId === 'gallery-fails-once' && !hasFailed) {
      hasFailed = true
      throw new Error('the gallery is unavailable')
    }
    erased.push(memberId)
  }

  async eraseReturned(owners) {
    returned.push(...owners)
    return 0
  }

  listReturned() {
    return returned
  }

  listErased() {
    return erased
  }

  async exportMember(memberId, cursor) {
    const from = Number(cursor ?? 0)
    const to = Math.min(shelf.designs, from + shelf.pageSize)
    const files = Array.from({ length: to - from }, (_, index) => {
      const number = from + index + 1
      const date = '2026-11-20T10:00:00.000Z'
      return [
        {
          path: `designs/${number} Été.json`,
          date,
          content: { text: JSON.stringify({ number, memberId }) },
        },
        { path: `designs/${number} Été.png`, date, content: { key: String(number) } },
      ]
    }).flat()
    return { files, next: to < shelf.designs ? String(to) : null, total: shelf.designs * 2 }
  }

  /**
   * Each byte of an image is its number. It comes in pieces, and the next `failures` images break
   * off.
   */
  async openExportedFile(_memberId, key) {
    opened += 1
    if (key === '13') return null
    const mustFail = failures > 0
    if (mustFail) failures -= 1
    let left = shelf.imageBytes
    return new ReadableStream({
      type: 'bytes',
      pull(controller) {
        const piece = new Uint8Array(Math.min(left, 64 * 1024)).fill(Number(key))
        left -= piece.length
        if (mustFail && left < shelf.imageBytes / 2)
          return controller.error(new Error('the gallery is gone'))
        if (piece.length > 0) controller.enqueue(piece)
        if (left === 0) controller.close()
      },
    })
  }

  async fill(given) {
    shelf = { ...shelf, ...given }
    opened = 0
  }

  async failImages(count) {
    failures = count
  }

  async countOpened() {
    return opened
  }
}
