/**
 * What every worker with data of members offers the account worker, by RPC, for deletions and
 * downloads. The caller verified the member.
 */
export interface MemberData {
  /**
   * Deletes everything of a member. Does nothing when nothing is left, so the call can be repeated.
   */
  eraseMember(memberId: string): Promise<void>
  /**
   * Erases those of these accounts that a restored copy of the database has brought back. Called
   * every few minutes for every account that was erased while such a copy may exist. Returns how
   * many it erased. Absent from older workers.
   */
  eraseReturned?(erased: ErasedOwner[]): Promise<number>
  /**
   * Lists what the worker stores of a member as files, page by page: `cursor` is null for the first
   * page, then the `next` of the page before.
   */
  exportMember(memberId: string, cursor: string | null): Promise<ExportPage>
  /**
   * Opens a file that `exportMember` named by a key. Null if it has been deleted since. Only
   * workers with such files have this method.
   */
  openExportedFile?(memberId: string, key: string): Promise<ReadableStream<Uint8Array> | null>
}

export interface ErasedOwner {
  ownerKey: string
  erasedAt: string
}

export interface ExportPage {
  /** At most a few hundred: a page is one message between workers, and one step of the job. */
  files: ExportedFile[]
  next: string | null
  /**
   * About how many files the worker has in all, for the progress. Only where it is known at no
   * cost.
   */
  total?: number
}

export interface ExportedFile {
  /** Its path in the ZIP, in a folder of the worker's own: `designs/12 Un loup.json`. Unique. */
  path: string
  date: string
  /** Its text, or the key with which `openExportedFile` opens it. */
  content: { text: string } | { key: string }
}
