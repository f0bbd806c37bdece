import { WorkerEntrypoint } from 'cloudflare:workers'
import type { StoppedDesign } from '@encre/protocol/design'
import type { ErasedOwner, ExportedFile, ExportPage } from '@encre/protocol/member-data'
import { originLine } from '@encre/protocol/origin'
import { deletePrefix } from '@encre/worker/bucket'
import { readOwnCursor, writeCursor } from '@encre/worker/cursor'
import { ownerKey } from '@encre/worker/member'
import { findReturned } from '@encre/worker/member-keys'
import type {
  ArtistAnswer,
  AtelierSettings,
  DesignLibrary as Contract,
  Design,
  DesignSummary,
  DesignWithImage,
  ListedDesign,
  NewDesign,
} from './contract.ts'
import { extensionOf, fileNameOf, imageKey, ownerPrefix } from './designs-files.ts'
import {
  countDesigns,
  deleteDesigns,
  findDesign,
  findDesigns,
  listDesigns,
  noFilter,
  positionAfter,
  type StoredDesign,
} from './designs-store.ts'
import { withImageUrl, withImageUrls } from './image-url.ts'
import { listAnsweredDesigns, listAnswers } from './links/answers-store.ts'
import { listMemberLinks, type MemberLink } from './links/links-store.ts'
import { listStopped, listStoppedAmong } from './links/stopped-pictures.ts'
import { saveDesign } from './save-design.ts'
import { listSettings } from './settings-store.ts'
import { settingsOf } from './worker-settings.ts'

export class DesignLibrary extends WorkerEntrypoint<Env> implements Contract {
  async saveDesign(
    input: NewDesign,
    image: { bytes: ArrayBuffer; type: string },
  ): Promise<ListedDesign> {
    const saved = await saveDesign(this.env, input, image)
    if (!saved) throw new Error(`design ${input.id} is of an erased account`)
    return saved
  }

  async findDesign(memberId: string, designId: string): Promise<ListedDesign | null> {
    const design = await findDesign(this.env.DB, memberId, designId)
    return design && withImageUrl(settingsOf(this.env), design)
  }

  async readImage(memberId: string, designId: string): Promise<DesignWithImage | null> {
    const design = await findDesign(this.env.DB, memberId, designId)
    if (!design) return null
    const object = await this.env.IMAGES.get(imageKey(await ownerKey(memberId), designId))
    if (!object) return null
    return {
      design,
      bytes: await object.arrayBuffer(),
      type: object.httpMetadata?.contentType ?? 'application/octet-stream',
    }
  }

  async findDesigns(memberId: string, designIds: string[]): Promise<Design[]> {
    return withImageUrls(settingsOf(this.env), await findDesigns(this.env.DB, memberId, designIds))
  }

  async summarizeDesigns(memberId: string, limit: number): Promise<DesignSummary> {
    const [count, recent, answered, stopped] = await Promise.all([
      countDesigns(this.env.DB, memberId),
      listDesigns(this.env.DB, memberId, { ...noFilter, from: null, limit }),
      limit > 0 ? listAnsweredDesigns(this.env.DB, memberId) : [],
      limit > 0 ? listStopped(this.env.DB, memberId) : [],
    ])
    return { count, recent: await withImageUrls(settingsOf(this.env), recent), answered, stopped }
  }

  /**
   * A page of the member's designs, oldest first: a JSON file with everything that the gallery
   * stores of each, and its image.
   */
  async exportMember(memberId: string, cursor: string | null): Promise<ExportPage> {
    const { DB } = this.env
    const from = readOwnCursor(cursor)
    const [designs, count] = await Promise.all([
      listDesigns(DB, memberId, { ...noFilter, order: 'oldest', from, limit: exportPageSize + 1 }),
      countDesigns(DB, memberId),
    ])
    const page = designs.slice(0, exportPageSize)
    const following = designs[exportPageSize]
    const ids = page.map(({ id }) => id)
    const [settings, stopped, types] = await Promise.all([
      listSettings(DB, memberId, ids),
      listStoppedAmong(DB, memberId, ids),
      readImageTypes(this.env, memberId, ids),
    ])
    const files = page.flatMap((design) =>
      describeDesign(design, {
        settings: settings.get(design.id),
        stopped: stopped.find(({ designId }) => designId === design.id),
        imageType: types.get(design.id),
      }),
    )
    if (following) {
      return { files, next: writeCursor(positionAfter(page, following)), total: count * 2 }
    }
    const [links, answers] = await Promise.all([
      listMemberLinks(DB, memberId),
      listAnswers(DB, memberId, null),
    ])
    return { files: [...files, ...describeLinks(links, answers)], next: null, total: count * 2 }
  }

  async openExportedFile(
    memberId: string,
    key: string,
  ): Promise<ReadableStream<Uint8Array> | null> {
    return (await this.env.IMAGES.get(imageKey(await ownerKey(memberId), key)))?.body ?? null
  }

  async eraseMember(memberId: string): Promise<void> {
    const owner = await ownerKey(memberId)
    await deleteDesigns(this.env.DB, memberId, owner)
    await deletePrefix(this.env.IMAGES, ownerPrefix(owner))
  }

  async eraseReturned(erased: ErasedOwner[]): Promise<number> {
    const members = await findReturned(this.env.DB, erased, erasedAtOnce)
    for (const member of members) {
      await this.eraseMember(member)
    }
    return members.length
  }
}

/** The next call continues. */
const erasedAtOnce = 20

export const exportPageSize = 50

interface DesignDetails {
  settings: AtelierSettings | undefined
  stopped: StoppedDesign | undefined
  imageType: string | undefined
}

function describeDesign(
  design: StoredDesign,
  { settings, stopped, imageType }: DesignDetails,
): ExportedFile[] {
  const { id, subject, createdAt: date, userId: _, ...rest } = design
  const name = `${design.number ?? id} ${fileNameOf(subject)}`
  const image = imageType === undefined ? null : `${name}.${extensionOf(imageType)}`
  const description = {
    id,
    image,
    subject,
    createdAt: date,
    ...rest,
    originLine: originLine(rest.origin),
    atelier: settings ? { ...settings, version: undefined } : null,
    sharingStopped: stopped ? { at: stopped.at, reason: stopped.reason } : null,
  }
  const text = JSON.stringify(description, null, 2)
  const described = { path: `designs/${name}.json`, date, content: { text } }
  return image === null
    ? [described]
    : [described, { path: `designs/${image}`, date, content: { key: id } }]
}

function describeLinks(links: MemberLink[], answers: ArtistAnswer[]): ExportedFile[] {
  const [newest] = links
  if (!newest) return []
  const described = links.map((link) => ({
    ...link,
    answers: answers.filter(({ linkId }) => linkId === link.id),
  }))
  return [
    {
      path: 'designs/liens.json',
      date: newest.createdAt,
      content: { text: JSON.stringify(described, null, 2) },
    },
  ]
}

async function readImageTypes(
  env: Env,
  memberId: string,
  ids: string[],
): Promise<Map<string, string>> {
  const owner = await ownerKey(memberId)
  const heads = await Promise.all(
    ids.map(async (id) => [id, await env.IMAGES.head(imageKey(owner, id))] as const),
  )
  return new Map(
    heads.flatMap(([id, head]) => (head ? [[id, head.httpMetadata?.contentType ?? '']] : [])),
  )
}
