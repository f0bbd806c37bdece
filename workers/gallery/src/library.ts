import { WorkerEntrypoint } from 'cloudflare:workers'
import type { ExportPage } from '@encre/protocol/member-data'
import { ownerKey } from '@encre/worker/owner-key'
import * as z from 'zod/mini'
import { type DesignLibrary as Contract, Design, type ListedDesign, type NewDesign } from './contract.ts'
import { imageKey, ownerPrefix } from './designs-files.ts'
import { countDesigns, deleteDesigns, findDesign, findDesigns, insertDesign, listDesigns, noFilter } from './designs-store.ts'
import { exportMember, openImage } from './export-member.ts'
import { sniffImage } from './image-type.ts'
import { withImageUrl, withImageUrls } from './image-url.ts'
import { writeProvenance } from './png-metadata.ts'

const DesignId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/))
const SavedDesign = z.extend(z.omit(Design, { imageUrl: true }), { id: DesignId, parentId: z.optional(z.nullable(DesignId)) })

export class DesignLibrary extends WorkerEntrypoint<Env> implements Contract {
  async saveDesign(input: NewDesign, image: { bytes: ArrayBuffer; type: string }): Promise<Design> {
    const design = z.parse(SavedDesign, input)
    const type = sniffImage(new Uint8Array(image.bytes, 0, Math.min(12, image.bytes.byteLength)))
    if (!type) throw new Error(`design ${design.id}: its image is neither PNG, JPEG nor WebP (declared: ${image.type})`)

    const key = imageKey(await ownerKey(design.userId), design.id)
    const bytes = type === 'image/png' ? writeProvenance(image.bytes, design) : image.bytes
    const store = () => this.env.IMAGES.put(key, bytes, { onlyIf: { etagDoesNotMatch: '*' }, httpMetadata: { contentType: type } })

    // Store the image first, so that no member sees a design without its image.
    const stored = await store()
    if (!(await insertDesign(this.env.DB, design))) throw new Error(`design ${design.id}: its old image is being deleted, try again`)
    // An image that existed before may have been swept as an orphan just before the row was inserted.
    if (!stored && !(await this.env.IMAGES.head(key))) await store()

    const saved = await this.findDesign(design.userId, design.id)
    if (!saved) throw new Error(`design ${design.id} belongs to another member, or was deleted meanwhile`)
    return saved
  }

  async findDesign(memberId: string, designId: string): Promise<ListedDesign | null> {
    const design = await findDesign(this.env.DB, memberId, designId)
    return design && withImageUrl(this.env, design)
  }

  async readImage(memberId: string, designId: string): Promise<{ bytes: ArrayBuffer; type: string } | null> {
    if (!(await findDesign(this.env.DB, memberId, designId))) return null
    const object = await this.env.IMAGES.get(imageKey(await ownerKey(memberId), designId))
    if (!object) return null
    return { bytes: await object.arrayBuffer(), type: object.httpMetadata?.contentType ?? 'application/octet-stream' }
  }

  async findDesigns(memberId: string, designIds: string[]): Promise<Design[]> {
    return withImageUrls(this.env, memberId, await findDesigns(this.env.DB, memberId, designIds))
  }

  async summarizeDesigns(memberId: string, limit: number): Promise<{ count: number; recent: Design[] }> {
    const [count, recent] = await Promise.all([
      countDesigns(this.env.DB, memberId),
      listDesigns(this.env.DB, memberId, { ...noFilter, from: null, limit }),
    ])
    return { count, recent: await withImageUrls(this.env, memberId, recent) }
  }

  async exportMember(memberId: string, cursor: string | null): Promise<ExportPage> {
    return exportMember(this.env, memberId, cursor)
  }

  async openExportedFile(memberId: string, key: string): Promise<ReadableStream<Uint8Array> | null> {
    return openImage(this.env, memberId, key)
  }

  async eraseMember(memberId: string): Promise<void> {
    await deleteDesigns(this.env.DB, memberId)
    const prefix = ownerPrefix(await ownerKey(memberId))
    for (;;) {
      const { objects, truncated } = await this.env.IMAGES.list({ prefix })
      if (objects.length > 0) await this.env.IMAGES.delete(objects.map(({ key }) => key))
      if (!truncated) return
    }
  }
}
