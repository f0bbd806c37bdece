/** Writes one structured line. Pass an `ownerKey`, never a token, an email or a member's id. */
export function log(event: string, fields: Record<string, unknown> = {}): void {
  console.log(JSON.stringify({ event, at: new Date().toISOString(), ...fields }))
}

/** Writes an error with message, stack and the chain of causes. */
export function logError(error: unknown, fields: Record<string, unknown> = {}): void {
  console.error(JSON.stringify({ event: 'error', at: new Date().toISOString(), ...fields, error: describe(error) }))
}

/** A path for the log. A segment that is a token of 128 bits opens something by itself, so it is left out. */
export function pathForLog(path: string): string {
  return path.replace(/(?<=\/)[A-Za-z0-9_-]{22}(?=\/|$)/g, '<token>')
}

function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error)
  return {
    name: error.name,
    message: error.message,
    stack: error.stack,
    ...(error.cause !== undefined && { cause: describe(error.cause) }),
  }
}
