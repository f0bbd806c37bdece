/** The address of the file without which the error would not have happened, or null: a script or a stylesheet that Rspack's code requested. */
export function findLostFile(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  // A script of type `missing` arrived, and lacks what its name promises.
  if ('request' in error && typeof error.request === 'string' && 'type' in error && error.type !== 'missing') return error.request
  return findLostFile(error.cause)
}

/**
 * Whether the site answers that it has no such file. A lost connection says nothing about the file, and neither does a site that fails. The
 * request also replaces a damaged copy in the browser's cache, whose address cannot change.
 */
export async function isAbsent(file: string): Promise<boolean> {
  const answer = await fetch(file, { cache: 'reload' }).catch(() => null)
  return answer?.status === 404
}
