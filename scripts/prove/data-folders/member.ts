import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '@encre/build/workspace'
import * as z from 'zod'
import type { GenerationRequest } from '../../../workers/generator/src/contract.ts'
import type { Account, Session } from './session.ts'

export const account: Account = {
  name: 'Ana Le Goff',
  email: 'ana@encre.test',
  password: 'aiguille-fine-7',
}

const Id = z.object({ id: z.string() })
const State = z.object({ state: z.string() })
const Url = z.object({ url: z.string() })
const Ids = z.object({ designs: z.array(Id) })

/** A picture for imports and references. */
const picture = readFileSync(join(root, 'shell/public/icon-192.png'))

/** What the site tells only once. */
export interface Addresses {
  /** Null once a restore has ended it. */
  link: string | null
  download: string
}

/** What a member of a kept data folder saw when it was written. */
export interface KeptSite {
  writtenAt: string
  addresses: Addresses
  seen: Sight
}

/** Does everything that leaves something in a database, a bucket or a Durable Object. */
export async function fillSite(session: Session): Promise<Addresses> {
  await session.send('PATCH', '/api/account/me', { name: 'Ana L’Encre' })
  const rose = await importDesign(session, 'Une rose en or', 'dotwork')
  const swallow = await importDesign(session, 'Hirondelle d’été', 'traditional')
  const download = await exportData(session)
  const wolf = {
    description: 'Un loup, et la lune',
    referenceId: await addReference(session),
    parentId: swallow,
  }
  await generate(session, wolf, 'done')
  await generate(session, { description: 'Une croix gammée' }, 'failed')
  await session.send('DELETE', `/api/generator/generations/by-key/${crypto.randomUUID()}`)
  await session.send('PUT', '/api/gallery/favourites', { ids: [rose], favourite: true })
  await session.send('PATCH', `/api/gallery/designs/${rose}/settings`, {
    sizeMm: 85,
    rendering: 'outlines',
    fineness: 3,
    keepsFrame: true,
    notes: 'Avant-bras gauche,\ncôté intérieur.',
    corrections: [
      { kind: 'erase', width: 4, points: [10, 20, 30.5, 40] },
      { kind: 'line', width: 0.6, points: [0, 0, 50, 50] },
    ],
  })
  const link = await shareDesign(session, rose)
  await session.send('DELETE', `/api/gallery/designs/${swallow}`)
  return { link, download }
}

async function importDesign(session: Session, subject: string, style: string): Promise<string> {
  const path = `/api/gallery/designs?${new URLSearchParams({ subject, style })}`
  const response = await session.fetch(path, { method: 'POST', body: picture })
  return Id.parse(await response.json()).id
}

async function addReference(session: Session): Promise<string> {
  const response = await session.fetch('/api/generator/references', {
    method: 'POST',
    body: picture,
  })
  return Id.parse(await response.json()).id
}

/** Returns the address of the ZIP. */
async function exportData(session: Session): Promise<string> {
  await session.send('POST', '/api/account/export')
  await waitFor('ready', () => session.read('/api/account/export'))
  return Url.parse(await session.send('POST', '/api/account/export/links')).url
}

/** A generation of any idea. */
export const request = {
  style: 'minimalist',
  size: 'small',
  sizeDetail: null,
  placement: 'arm',
  placementDetail: null,
  colors: ['#cc0000'],
  referenceId: null,
}

async function generate(
  session: Session,
  idea: Partial<GenerationRequest>,
  end: string,
): Promise<void> {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const body = JSON.stringify({ ...request, ...idea })
  const response = await session.fetch('/api/generator/generations', {
    method: 'POST',
    headers,
    body,
  })
  const { id } = Id.parse(await response.json())
  await waitFor(end, () => session.read(`/api/generator/generations/${id}`))
}

const finalStates = ['done', 'failed', 'interrupted', 'cancelled', 'ready']

async function waitFor(state: string, read: () => Promise<unknown>): Promise<void> {
  for (;;) {
    const answer = await read()
    const found = State.parse(answer).state
    if (found === state) return
    if (finalStates.includes(found)) throw new Error(`expected ${state}: ${JSON.stringify(answer)}`)
    await sleep(200)
  }
}

/** Returns the address of a link that was opened, and answered before and after the member looked. */
async function shareDesign(session: Session, design: string): Promise<string> {
  const created = await session.send('POST', `/api/gallery/designs/${design}/links`, { days: 90 })
  const { pathname } = new URL(Url.parse(created).url)
  const token = pathname.split('/').at(-1) ?? ''
  await session.send('POST', `/api/gallery/links/${token}/openings`)
  await session.send('POST', `/api/gallery/links/${token}/answers`, {
    text: 'Le trait tiendra dix ans.',
  })
  await session.send('POST', `/api/gallery/designs/${design}/answers/seen`)
  await session.send('POST', `/api/gallery/links/${token}/answers`, {
    text: 'Plutôt 9 cm, pour les détails.',
  })
  await session.send('POST', `/api/gallery/links/${token}/reports`, {
    text: 'Ce dessin est de moi.',
  })
  return pathname
}

export type Sight = Record<string, unknown>

const filters = ['sort=oldest', 'favourites=true', 'style=minimalist', 'q=loup', 'q=or']

/** Everything that the member sees, by the path that answers it. */
export async function readSite(session: Session, addresses: Addresses): Promise<Sight> {
  const { designs } = Ids.parse(await session.read('/api/gallery/designs'))
  const paths = [
    '/api/account/me',
    '/api/account/dashboard',
    '/api/gallery/designs',
    '/api/gallery/deleted-designs',
    '/api/generator/generations',
    '/api/generator/failed-generations',
    ...designs.flatMap(({ id }) => [
      `/api/gallery/designs/${id}/settings`,
      `/api/gallery/designs/${id}/neighbours`,
      `/api/gallery/designs/${id}/links`,
      `/api/generator/parents/${id}`,
    ]),
  ]
  const sight: Sight = {}
  for (const path of paths) sight[path] = await withImages(session, await session.read(path))
  for (const filter of filters) {
    const path = `/api/gallery/designs?${filter}`
    sight[path] = Ids.parse(await session.read(path)).designs
  }
  // The Durable Object has a date of its own.
  const { expiresAt, ...progress } = z
    .looseObject({})
    .parse(await session.read('/api/account/export'))
  sight['/api/account/export'] = progress
  sight.download = await describeFile(session, addresses.download)
  if (addresses.link) sight.link = await readLinkPage(session, addresses.link)
  return sight
}

async function readLinkPage(session: Session, path: string): Promise<unknown> {
  const html = await (await session.fetch(path)).text()
  const [, json = ''] =
    /<script type="application\/json" id="linked-design">(.*?)<\/script>/s.exec(html) ?? []
  return withImages(session, JSON.parse(json))
}

/** Replaces the addresses of images, which are signed anew for each answer, by what they open. */
async function withImages(session: Session, value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((item) => withImages(session, item)))
  if (typeof value === 'string' && /\/api\/gallery\/(images|links\/[^/]+\/image)/.test(value))
    return describeFile(session, value)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(async ([name, item]) => [
    name,
    await withImages(session, item),
  ])
  return Object.fromEntries(await Promise.all(entries))
}

async function describeFile(session: Session, address: string): Promise<string> {
  const response = await session.fetch(address)
  const bytes = Buffer.from(await response.arrayBuffer())
  const type = response.headers.get('content-type')
  // A smaller copy may change with the encoder.
  if (address.includes('w=512')) return `a smaller copy, ${type}`
  return `${type}, ${bytes.length} bytes, SHA-256 ${hash('sha256', bytes)}`
}
