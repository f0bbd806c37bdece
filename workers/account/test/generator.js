import { WorkerEntrypoint } from 'cloudflare:workers'

// A stub of the generator's worker. It lists the members that it erased, and has one generation of
// each.
const erased = []
const returned = []

export class GenerationLedger extends WorkerEntrypoint {
  async eraseMember(memberId) {
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

  async exportMember(memberId) {
    const content = { text: JSON.stringify([{ memberId }]) }
    return {
      files: [{ path: 'generations/1.json', date: '2026-11-20T10:00:00.000Z', content }],
      next: null,
    }
  }
}
