import { WorkerEntrypoint } from 'cloudflare:workers'

// A stub of the gallery's worker with designs in memory. The tests decide when it fails.
const designs = new Map()
/** By member, with the designs that a test only counts. */
const counts = new Map()
const lastNumbers = new Map()
let failures = 0
let isAway = false
/** The names of the methods that were called. */
let calls = []

export class DesignLibrary extends WorkerEntrypoint {
  async saveDesign(design, image) {
    calls.push('saveDesign')
    if (failures > 0) {
      failures -= 1
      throw new Error('the gallery is down')
    }
    if (!designs.has(design.id)) {
      addDesigns(design.userId, 1)
      const imageUrl = `https://encre.test/api/gallery/images/${design.id}`
      const number = lastNumbers.get(design.userId)
      designs.set(design.id, {
        design: { ...design, imageUrl, number },
        type: image.type,
        bytes: image.bytes,
      })
    }
    return designs.get(design.id).design
  }

  async findDesign(memberId, id) {
    calls.push('findDesign')
    if (isAway) throw new Error('the gallery is down')
    const saved = designs.get(id)
    return saved?.design.userId === memberId ? saved.design : null
  }

  async findDesigns(memberId, ids) {
    calls.push('findDesigns')
    if (isAway) throw new Error('the gallery is down')
    return ids.map((id) => designs.get(id)?.design).filter((design) => design?.userId === memberId)
  }

  async readImage(memberId, id) {
    calls.push('readImage')
    if (isAway) throw new Error('the gallery is down')
    const saved = designs.get(id)
    if (saved?.design.userId !== memberId) return null
    return { bytes: saved.bytes, type: saved.type, design: saved.design }
  }

  async eraseMember(memberId) {
    for (const [id, { design }] of designs) if (design.userId === memberId) designs.delete(id)
  }

  async summarizeDesigns(memberId) {
    calls.push('summarizeDesigns')
    if (isAway) throw new Error('the gallery is down')
    return { count: counts.get(memberId) ?? 0, recent: [] }
  }

  /** Counts designs that are not stored here. Their numbers are taken for good, also when `count` is negative. */
  async addDesigns(memberId, count) {
    addDesigns(memberId, count)
  }

  async failSaves(count) {
    failures = count
  }

  async goAway(away) {
    isAway = away
  }

  async forgetCalls() {
    calls = []
  }

  async inspect() {
    return { calls, saved: [...designs.values()] }
  }
}

function addDesigns(memberId, count) {
  counts.set(memberId, (counts.get(memberId) ?? 0) + count)
  lastNumbers.set(memberId, (lastNumbers.get(memberId) ?? 0) + Math.max(0, count))
}

export default {
  fetch: () => new Response('not found', { status: 404 }),
}
