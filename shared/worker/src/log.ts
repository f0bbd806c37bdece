/** Writes one structured line. Pass an `ownerKey`, never a token, an email or a member's id. */
export function log(event: string, fields: Record<string, unknown> = {}): void {
  console.log(JSON.stringify({ event, at: new Date().toISOString(), ...fields }))
}

/** Writes an error with message, stack and the chain of causes. */
export function logError(error: unknown, fields: Record<string, unknown> = {}): void {
  console.error(JSON.stringify({ event: 'error', at: new Date().toISOString(), ...fields, error: describe(error) }))
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
