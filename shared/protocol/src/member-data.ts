/**
 * What every worker that stores something of a member offers the account worker, by RPC. The account worker calls each of its service
 * bindings so, when an account is deleted and when a member downloads their data. The caller has verified the member.
 */
export interface MemberData {
  /** Deletes everything of a member. Can be repeated, also when nothing is left. */
  eraseMember(memberId: string): Promise<void>
  /** What the worker stores of a member, as files, a page at a time: `cursor` is null at first, then the `next` of the page before. */
  exportMember(memberId: string, cursor: string | null): Promise<ExportPage>
  /** The bytes of a file that `exportMember` named by a key. Null if it is gone meanwhile. Only workers with such files have it. */
  openExportedFile?(memberId: string, key: string): Promise<ReadableStream<Uint8Array> | null>
}

export interface ExportPage {
  /** At most a few hundred: a page is one message between workers, and one step of the job. */
  files: ExportedFile[]
  next: string | null
  /** About how many files the worker has in all, for the progress. Only where it is known at no cost. */
  total?: number
}

/** One file of a member's data. */
export interface ExportedFile {
  /** Where it lies in the ZIP, below a folder of the worker's own: `designs/12 Un loup.json`. Unique. */
  path: string
  /** When it was made, ISO 8601 in UTC. */
  date: string
  /** Its text, or the key with which `openExportedFile` opens it. */
  content: { text: string } | { key: string }
}
