import { WorkerEntrypoint } from 'cloudflare:workers'

// A stub of the gallery's worker with designs in memory. The tests decide when it fails.
const designs = new Map()
let failures = 0
let isAway = false
let saves = 0
let finds = 0

export class DesignLibrary extends WorkerEntrypoint {
  async saveDesign(design, image) {
    saves += 1
    if (failures > 0) {
      failures -= 1
      throw new Error('the gallery is down')
    }
    const imageUrl = `https://encre.test/api/gallery/images/${design.id}`
    const number = [...designs.values()].filter((saved) => saved.design.userId === design.userId).length + 1
    if (!designs.has(design.id)) designs.set(design.id, { design: { ...design, imageUrl, number }, type: image.type, bytes: image.bytes })
    return designs.get(design.id).design
  }

  async findDesign(memberId, id) {
    if (isAway) throw new Error('the gallery is down')
    const saved = designs.get(id)
    return saved?.design.userId === memberId ? saved.design : null
  }

  async findDesigns(memberId, ids) {
    finds += 1
    if (isAway) throw new Error('the gallery is down')
    return ids.map((id) => designs.get(id)?.design).filter((design) => design?.userId === memberId)
  }

  async readImage(memberId, id) {
    if (isAway) throw new Error('the gallery is down')
    const saved = designs.get(id)
    return saved?.design.userId === memberId ? { bytes: saved.bytes, type: saved.type } : null
  }

  async eraseMember(memberId) {
    for (const [id, { design }] of designs) if (design.userId === memberId) designs.delete(id)
  }

  async summarizeDesigns(memberId) {
    if (isAway) throw new Error('the gallery is down')
    const count = [...designs.values()].filter(({ design }) => design.userId === memberId).length
    return { count: memberId.startsWith('full-') ? 5000 : count, recent: [] }
  }

  async failSaves(count) {
    failures = count
  }

  async goAway(away) {
    isAway = away
  }

  async inspect() {
    return { saves, finds, saved: [...designs.values()] }
  }
}

export default {
  fetch: () => new Response('not found', { status: 404 }),
}
