import { AnsweredDesign, Design, SharingStop, type StoppedDesign } from '@encre/protocol/design'
import type { ExportPage, MemberData } from '@encre/protocol/member-data'
import { plainLine } from '@encre/protocol/plain-text'
import { AddressToken, AgeMs, repeatKeyHeader, WriteKey } from '@encre/protocol/repeat-key'
import * as z from 'zod/mini'
import type { GalleryOperation } from './problems-contract.ts'

export * from './links/links-contract.ts'
export type * from './problems-contract.ts'
export * from './settings-contract.ts'
export { AnsweredDesign, Design }

/** Most characters of a search. */
export const mostSearchCharacters = 100
/** Most words of a search. */
export const mostSearchWords = 8

/** Designs per page without `limit`. */
export const pageSize = 48

/** Without `style`: all styles. `cursor` is the `next` of the page before, in the same order. */
export const ListQuery = z.strictObject({
  style: z.optional(z.string()),
  /**
   * Words that the subject has, all of them, without regard to case and accents. At most
   * `mostSearchWords`.
   */
  q: z.optional(z.string().check(z.maxLength(mostSearchCharacters))),
  /** 'true': favourites only. */
  favourites: z.optional(z.literal('true')),
  /** Newest first without it. */
  sort: z.optional(z.enum(['newest', 'oldest'])),
  cursor: z.optional(z.string()),
  /** 1 to 48, as text: a number schema would add 0.8 kB to the page. */
  limit: z.optional(z.string().check(z.regex(/^([1-9]|[1-3][0-9]|4[0-8])$/))),
})

/**
 * A design as its member sees it. Fields are absent from workers before they existed; those of the
 * parent also without a parent.
 */
export const ListedDesign = z.extend(Design, {
  favourite: z.optional(z.boolean()),
  /**
   * The position, from 1, in the order of `createdAt`; one saved late moves those after it. Not reused
   * after a deletion. Absent until known.
   */
  number: z.optional(z.number()),
  /** The design that this one is a variation of, or null. */
  parentId: z.optional(z.nullable(z.string())),
  /** The parent's number, also after the parent was deleted; null if it is not known. */
  parentNumber: z.optional(z.nullable(z.number())),
  /** Whether the member has deleted the parent. */
  parentDeleted: z.optional(z.boolean()),
})
export type ListedDesign = z.infer<typeof ListedDesign>

/** `answered`: while the design has new answers. `stopped`: once its sharing is. */
export const OpenedDesign = z.extend(ListedDesign, {
  answered: z.optional(AnsweredDesign),
  stopped: z.optional(SharingStop),
})
export type OpenedDesign = z.infer<typeof OpenedDesign>

export const readDesign = {
  method: 'GET',
  path: '/api/gallery/designs/:id',
  summary: 'Reads a design',
  answers: { 200: OpenedDesign },
  problems: { 404: ['not-found'] },
} as const satisfies GalleryOperation

export const deleteDesign = {
  method: 'DELETE',
  path: '/api/gallery/designs/:id',
  summary: 'Deletes a design',
  answers: { 204: null },
  problems: { 404: ['not-found'] },
  repeats: 'same',
} as const satisfies GalleryOperation

/** One page of designs. `next` is the cursor of the following page, or null on the last one. */
export const DesignPage = z.object({
  designs: z.array(ListedDesign),
  next: z.nullable(z.string()),
  /**
   * How many designs the member has. Only on the first page, without style, words and favourites;
   * absent from older workers.
   */
  total: z.optional(z.number()),
  /** On the same page as `total`: the designs with new answers, five at most. */
  answered: z.optional(z.array(AnsweredDesign)),
})
export type DesignPage = z.infer<typeof DesignPage>

export const listDesigns = {
  method: 'GET',
  path: '/api/gallery/designs',
  summary: 'Lists the designs',
  query: ListQuery,
  answers: { 200: DesignPage },
  problems: { 400: ['invalid-cursor', 'invalid-style'] },
} as const satisfies GalleryOperation

/**
 * Most designs of a member. With as many, the generator starts nothing and the gallery imports
 * nothing.
 */
export const mostDesigns = 5000

/** Most drawings that a member may import in a day, counted in UTC. */
export const mostImports = 20
/** The `model` of an imported drawing. */
export const importModel = 'import'

export const ImportQuery = z.strictObject({
  subject: z.string().check(z.trim(), z.minLength(1), z.maxLength(200), ...plainLine()),
  style: z.string(),
  id: WriteKey,
  /** What the file declares about itself. Default: 'imported'. */
  origin: z.optional(z.enum(['imported', 'ai', 'composed', 'lettering'])),
})

/** The body is an image that the member made elsewhere. */
export const importDesign = {
  method: 'POST',
  path: '/api/gallery/designs',
  summary: 'Saves a drawing that the member brings',
  query: ImportQuery,
  body: 'image/*',
  headers: [repeatKeyHeader],
  answers: { 201: ListedDesign },
  problems: {
    400: ['invalid-style', 'invalid-image'],
    404: ['not-found'],
    413: ['invalid-request'],
    422: ['failed-precondition'],
    429: ['too-many-imports'],
  },
  cost: 'import',
  repeats: 'by-key',
} as const satisfies GalleryOperation

/** Most designs of one request. A page with more sends several requests. */
export const mostDesignsAtOnce = 48

const DesignIds = z
  .array(z.string().check(z.maxLength(64)))
  .check(z.minLength(1), z.maxLength(mostDesignsAtOnce))

/** Designs that the member does not have are ignored. */
export const FavouritesChange = z.strictObject({
  ids: DesignIds,
  favourite: z.boolean(),
  ageMs: AgeMs,
})

export const setFavourites = {
  method: 'PUT',
  path: '/api/gallery/favourites',
  summary: 'Marks favourites',
  body: FavouritesChange,
  answers: { 204: null },
  problems: { 409: ['version-conflict'] },
  repeats: 'same',
} as const satisfies GalleryOperation

export const DesignBatch = z.strictObject({ ids: DesignIds, ageMs: AgeMs })

/** Most designs of one download. */
export const mostArchived = 500

export const ArchiveRequest = z.strictObject({
  ids: z.array(z.string().check(z.maxLength(64))).check(z.minLength(1), z.maxLength(mostArchived)),
  token: AddressToken,
})
export type ArchiveRequest = z.infer<typeof ArchiveRequest>

/** The path of the ZIP, which opens without a token in the header for ten minutes. */
export const ArchiveLink = z.object({ url: z.string() })
export type ArchiveLink = z.infer<typeof ArchiveLink>

/**
 * Designs that the member does not have are left out; `not-found` if they have none of them.
 */
export const createArchive = {
  method: 'POST',
  path: '/api/gallery/archives',
  summary: 'Makes the address of a ZIP of several images',
  body: ArchiveRequest,
  headers: [repeatKeyHeader],
  answers: { 201: ArchiveLink },
  problems: { 404: ['not-found'], 422: ['failed-precondition'] },
  cost: 'archive',
  repeats: 'by-key',
} as const satisfies GalleryOperation

export const downloadArchive = {
  method: 'GET',
  path: '/api/gallery/archives/:token',
  summary: 'Reads a ZIP by its address',
  access: 'public',
  answers: { 200: 'application/zip' },
  problems: { 404: ['not-found'] },
} as const satisfies GalleryOperation

/**
 * One design that failed leaves the others as they are. Restoring fails for a design that the
 * member does not have any more. One that was changed after the press stays, and is in neither list.
 */
export const BatchResult = z.object({ done: z.array(z.string()), failed: z.array(z.string()) })
export type BatchResult = z.infer<typeof BatchResult>

export const deleteDesigns = {
  method: 'POST',
  path: '/api/gallery/deleted-designs',
  summary: 'Deletes several designs',
  body: DesignBatch,
  answers: { 200: BatchResult },
  repeats: 'same',
} as const satisfies GalleryOperation

export const restoreDesigns = {
  method: 'POST',
  path: '/api/gallery/deleted-designs/restore',
  summary: 'Restores deleted designs',
  body: DesignBatch,
  answers: { 200: BatchResult },
  repeats: 'same',
} as const satisfies GalleryOperation

export const DeletedQuery = z.pick(ListQuery, { cursor: true })

/**
 * What the member has deleted in the last 24 hours, newest deletion first,
 * 500 a page.
 */
export const DeletedDesigns = z.object({
  designs: z.array(
    z.object({
      id: z.string(),
      subject: z.string(),
      style: z.string(),
      createdAt: z.iso.datetime(),
      deletedAt: z.iso.datetime(),
      restorableUntil: z.iso.datetime(),
      /** A small image. Absent from older workers. */
      imageUrl: z.optional(z.string()),
    }),
  ),
  /** The `cursor` of the next page. Absent on the last one, and from older workers. */
  next: z.optional(z.string()),
})
export type DeletedDesigns = z.infer<typeof DeletedDesigns>

export const listDeletedDesigns = {
  method: 'GET',
  path: '/api/gallery/deleted-designs',
  summary: 'Lists the designs that can be restored',
  query: DeletedQuery,
  answers: { 200: DeletedDesigns },
  problems: { 400: ['invalid-cursor'] },
} as const satisfies GalleryOperation

/** The list's own. */
export const NeighboursQuery = z.omit(ListQuery, { cursor: true, limit: true })
export type NeighboursQuery = z.infer<typeof NeighboursQuery>

/** The ids of the designs that the list shows before and after one; null at its ends. */
export const Neighbours = z.object({
  previous: z.nullable(z.string()),
  next: z.nullable(z.string()),
})
export type Neighbours = z.infer<typeof Neighbours>

export const findNeighbours = {
  method: 'GET',
  path: '/api/gallery/designs/:id/neighbours',
  summary: 'Finds the designs before and after one',
  query: NeighboursQuery,
  answers: { 200: Neighbours },
  problems: { 400: ['invalid-style'], 404: ['not-found'] },
} as const satisfies GalleryOperation

/** The parts of a signed address. One with a missing or wrong part opens nothing. */
const ImageQuery = z.object({
  o: z.optional(z.string()),
  e: z.optional(z.string()),
  s: z.optional(z.string()),
  w: z.optional(z.string()),
  d: z.optional(z.string()),
})

export const readImage = {
  method: 'GET',
  path: '/api/gallery/images/:id',
  summary: "Reads a design's image by its signed address",
  access: 'public',
  query: ImageQuery,
  answers: { 200: 'image/*', 206: 'image/*', 304: null, 412: null },
  problems: { 404: ['not-found'], 416: ['invalid-request'] },
} as const satisfies GalleryOperation

/**
 * A design as the generator's worker sends it, without an image URL. `parentId`: the design of this
 * member that it is a variation of.
 */
export type NewDesign = Omit<Design, 'imageUrl'> & { parentId?: string | null | undefined }

export interface DesignWithImage {
  design: Omit<ListedDesign, 'imageUrl'>
  bytes: ArrayBuffer
  type: string
}

export interface DesignSummary {
  count: number
  recent: Design[]
  answered?: AnsweredDesign[]
  stopped?: StoppedDesign[]
}

/**
 * The gallery for other workers, entrypoint `DesignLibrary`. The caller has verified the member.
 */
export interface DesignLibrary extends MemberData {
  /**
   * Saves image and row. Idempotent by `design.id`: a second call returns the design of the first.
   */
  saveDesign(design: NewDesign, image: { bytes: ArrayBuffer; type: string }): Promise<ListedDesign>
  /** The member's design with a newly signed image URL, or null. */
  findDesign(memberId: string, designId: string): Promise<ListedDesign | null>
  /** The member's design and its image, or null if the member has no such design. */
  readImage(memberId: string, designId: string): Promise<DesignWithImage | null>
  /** The member's designs among these ids, with newly signed image URLs, in any order. */
  findDesigns(memberId: string, designIds: string[]): Promise<Design[]>
  /**
   * The number of a member's designs, the newest `limit` of them, and those with new answers or whose
   * sharing was stopped, which older workers leave out.
   */
  summarizeDesigns(memberId: string, limit: number): Promise<DesignSummary>
  /**
   * For each design `designs/<number> <subject>.json`, with the member's settings and notes, and
   * beside it the image.
   */
  exportMember(memberId: string, cursor: string | null): Promise<ExportPage>
  /**
   * The image that `exportMember` named by `key`; null if the member deleted the design meanwhile.
   */
  openExportedFile(memberId: string, key: string): Promise<ReadableStream<Uint8Array> | null>
}
