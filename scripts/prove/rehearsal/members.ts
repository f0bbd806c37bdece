import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod'
import { createOwnerKey } from '../../operate/storage/site-storage.ts'
import {
  type Addresses,
  account as ana,
  fillSite,
  readSite,
  request,
  type Sight,
} from '../data-folders/member.ts'
import { type Session, signIn, signUp } from '../data-folders/session.ts'
import type { Rehearsal } from './rehearsal.ts'

const ben = { name: 'Ben Roux', email: 'ben@encre.test', password: 'aiguille-large-9' }
const chloe = { name: 'Chloé Petit', email: 'chloe@encre.test', password: 'aiguille-ronde-5' }

const Me = z.object({ id: z.string() })
const Designs = z.object({ designs: z.array(z.object({ imageUrl: z.string() })) })
const Url = z.object({ url: z.string() })
const Generation = z.object({
  id: z.string(),
  state: z.string(),
  problem: z.nullable(z.string()),
  waiting: z.boolean(),
})
const Options = z.object({ quota: z.object({ left: z.number() }) })

/**
 * Who uses the site while the runbooks are carried out: Ana, who must find everything again, Ben,
 * who erases his account, and Chloé, who draws.
 */
export class Members {
  readonly #rehearsal: Rehearsal
  #addresses: Addresses
  /** His id, and his link for an artist, which somebody has reported. */
  readonly ben: { id: string; link: string }
  /** The address of Ana's first picture, as it was when she opened the page. */
  readonly #openImage: string
  /** What Ana must see. */
  #sight: Sight = {}

  static async signUp(rehearsal: Rehearsal): Promise<Members> {
    const { origin } = rehearsal
    const session = await signUp(origin, ana)
    const addresses = await fillSite(session)
    const other = await signUp(origin, ben)
    const { link } = await fillSite(other)
    await signUp(origin, chloe)
    const { id } = Me.parse(await other.read('/api/account/me'))
    const image = await findImage(session)
    const members = new Members(rehearsal, addresses, { id, link: link ?? '' }, image)
    members.#sight = await members.#look()
    return members
  }

  constructor(
    rehearsal: Rehearsal,
    addresses: Addresses,
    ben: { id: string; link: string },
    openImage: string,
  ) {
    this.#rehearsal = rehearsal
    this.#addresses = addresses
    this.ben = ben
    this.#openImage = openImage
  }

  /** Fails unless Ana sees what she saw: every design, picture, setting, link and download. */
  async expectEverything(): Promise<string> {
    assert.deepEqual(await this.#look(), this.#sight)
    return 'a member sees everything as before'
  }

  /** As `expectEverything`, but links for artists and their answers are gone, as a restore says. */
  async expectAllButLinks(): Promise<string> {
    const { origin } = this.#rehearsal
    const page = await fetch(new URL(this.#addresses.link ?? '', origin))
    assert.equal(page.status, 404)
    this.#addresses = { ...this.#addresses, link: null }
    const sight = await this.#look()
    assert.deepEqual(withoutLinks(sight), withoutLinks(this.#sight))
    this.#sight = sight
    return 'a member sees everything as before, but links for artists and their answers are gone'
  }

  async expectDamage(): Promise<void> {
    await assert.rejects(this.expectEverything())
  }

  /** What a page shows that was opened before all runbooks. */
  async readOpenImage(): Promise<number> {
    return (await fetch(this.#openImage)).status
  }

  /** The type of the smaller copy of what Chloé drew last. */
  async readDrawnImage(): Promise<string> {
    const session = await signIn(this.#rehearsal.origin, chloe)
    const response = await session.fetch(await findImage(session))
    return response.headers.get('content-type') ?? ''
  }

  /** Asks for Ana's designs like many members at once. The result ends it, and counts the answers. */
  async startVisits(): Promise<() => Promise<{ answered: number; failed: number }>> {
    const session = await signIn(this.#rehearsal.origin, ana)
    const counts = { answered: 0, failed: 0 }
    let isOver = false
    const visit = async () => {
      while (!isOver) {
        const isAnswered = await session.fetch('/api/gallery/designs').then(
          () => true,
          () => false,
        )
        counts[isAnswered ? 'answered' : 'failed'] += 1
      }
    }
    await session.fetch('/api/gallery/designs')
    const lanes = Array.from({ length: 8 }, visit)
    return async () => {
      isOver = true
      await Promise.all(lanes)
      return counts
    }
  }

  async readReportedLink(): Promise<number> {
    return (await fetch(new URL(this.ben.link, this.#rehearsal.origin))).status
  }

  async eraseBen(): Promise<void> {
    const session = await signIn(this.#rehearsal.origin, ben)
    await session.send('DELETE', '/api/account/me', { password: ben.password })
  }

  /** Whether the site has a row or an object of Ben. */
  async knowsBen(): Promise<boolean> {
    const { databases, objects } = this.#rehearsal.account.fake
    const owner = createOwnerKey(this.ben.id)
    for await (const place of objects.keys()) {
      if (place.includes(`owners/${owner}/`)) return true
    }
    const gallery = [...databases.values()].find(({ name }) => name === 'encre-gallery')
    const designs = gallery?.database.prepare('select 1 from designs where member_id = ?')
    return designs?.get(this.ben.id) !== undefined
  }

  /**
   * Chloé generates one design. `onWait` is called when it waits for the provider. Returns how it
   * ended, and what it took from the day's quota.
   */
  async draw(onWait = async () => {}): Promise<{ end: string; taken: number }> {
    const session = await signIn(this.#rehearsal.origin, chloe)
    const before = await readQuota(session)
    const body = JSON.stringify({ ...request, description: 'Une feuille de fougère' })
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const path = '/api/generator/generations'
    const answer = await session.fetch(path, { method: 'POST', headers, body })
    let generation = Generation.parse(await answer.json())
    while (!['done', 'failed', 'interrupted'].includes(generation.state)) {
      if (generation.waiting) await onWait()
      await wait(200)
      generation = Generation.parse(await session.read(`${path}/${generation.id}`))
    }
    return {
      end: generation.problem ?? generation.state,
      taken: before - (await readQuota(session)),
    }
  }

  async #look(): Promise<Sight> {
    const session = await signIn(this.#rehearsal.origin, ana)
    const { url } = Url.parse(await session.send('POST', '/api/account/export/links'))
    const sight = await readSite(session, { ...this.#addresses, download: url })
    // It lists what ended a short while ago.
    delete sight['/api/generator/generations']
    return sight
  }
}

async function readQuota(session: Session): Promise<number> {
  return Options.parse(await session.read('/api/generator/options')).quota.left
}

/** The address of the smaller copy that a list shows. */
async function findImage(session: Session): Promise<string> {
  const { designs } = Designs.parse(await session.read('/api/gallery/designs'))
  const address = new URL(designs[0]?.imageUrl ?? '')
  address.searchParams.set('w', '512')
  return String(address)
}

/** Without links for artists, and without what their answers add to other pages. */
function withoutLinks(sight: Sight): Sight {
  const kept = Object.entries(sight).filter(([path]) => path !== 'link' && !path.endsWith('/links'))
  return Object.fromEntries(
    kept.map(([path, answer]) => [path, isRecord(answer) ? { ...answer, answered: [] } : answer]),
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
