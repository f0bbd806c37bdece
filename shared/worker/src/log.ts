/** Writes one structured line. Never pass a token, an email or a member's id: its `ownerKey` instead. */
export function log(event: string, fields: Record<string, unknown> = {}): void {
  console.log(JSON.stringify({ event, at: new Date().toISOString(), ...fields }))
}

/** Writes an error whole: message, stack and the chain of causes. */
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
