import type { ExportedFile, ExportPage } from '@encre/protocol/member-data'
import { readCursor, writeCursor } from '@encre/worker/cursor'
import { ownerKey } from '@encre/worker/owner-key'
import type { AtelierSettings } from './contract.ts'
import { imageKey } from './designs-files.ts'
import { countDesigns, listDesigns, noFilter, type StoredDesign } from './designs-store.ts'
import { fileNameOf } from './file-name.ts'
import { extensionOf } from './image-type.ts'
import { listMemberLinks, type MemberLink } from './links/links-store.ts'
import { listSettings } from './settings-store.ts'

/** Designs of one page: two files each. */
export const exportPageSize = 50

/** A page of the member's designs, oldest first: a JSON file with everything that the gallery stores of each, and its image. */
export async function exportMember(env: Env, memberId: string, cursor: string | null): Promise<ExportPage> {
  const from = cursor === null ? null : readCursor(cursor)
  const [designs, count] = await Promise.all([
    listDesigns(env.DB, memberId, { ...noFilter, order: 'oldest', from, limit: exportPageSize + 1 }),
    countDesigns(env.DB, memberId),
  ])
  const page = designs.slice(0, exportPageSize)
  const [following] = designs.slice(exportPageSize)
  const ids = page.map(({ id }) => id)
  const [settings, types] = await Promise.all([listSettings(env.DB, memberId, ids), readImageTypes(env, memberId, ids)])
  const files = page.flatMap((design) => describeDesign(design, settings.get(design.id), types.get(design.id)))
  if (following) return { files, next: writeCursor(following), total: count * 2 }
  return { files: [...files, ...describeLinks(await listMemberLinks(env.DB, memberId))], next: null, total: count * 2 }
}

/** The image of the design with the id `key`, or null. */
export async function openImage(env: Env, memberId: string, key: string): Promise<ReadableStream<Uint8Array> | null> {
  return (await env.IMAGES.get(imageKey(await ownerKey(memberId), key)))?.body ?? null
}

function describeDesign(design: StoredDesign, settings: AtelierSettings | undefined, imageType: string | undefined): ExportedFile[] {
  const { id, subject, createdAt: date, userId: _, ...rest } = design
  const name = `${design.number ?? id} ${fileNameOf(subject)}`
  const image = imageType === undefined ? null : `${name}.${extensionOf(imageType)}`
  const text = JSON.stringify({ id, image, subject, createdAt: date, ...rest, atelier: settings ?? null }, null, 2)
  const description = { path: `designs/${name}.json`, date, content: { text } }
  return image === null ? [description] : [description, { path: `designs/${image}`, date, content: { key: id } }]
}

function describeLinks(links: MemberLink[]): ExportedFile[] {
  const [newest] = links
  return newest ? [{ path: 'designs/liens.json', date: newest.createdAt, content: { text: JSON.stringify(links, null, 2) } }] : []
}

/** Content types by design id. A design without an image is left out. */
async function readImageTypes(env: Env, memberId: string, ids: string[]): Promise<Map<string, string>> {
  const owner = await ownerKey(memberId)
  const heads = await Promise.all(ids.map(async (id) => [id, await env.IMAGES.head(imageKey(owner, id))] as const))
  return new Map(heads.flatMap(([id, head]) => (head ? [[id, head.httpMetadata?.contentType ?? '']] : [])))
}
