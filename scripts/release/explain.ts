import { RegistryError } from '@encre/registry-client'
import { BuildError } from '../lib/build.ts'

/** A command that cannot run as given. The message says what to write instead. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** A build that fails the release checks, with all reasons. */
export class ReleaseRefusedError extends Error {
  override name = 'ReleaseRefusedError'

  constructor(remote: string, reasons: string[]) {
    super([`${remote} is not released:`, ...reasons.map((reason) => `  ${reason}`)].join('\n'))
  }
}

/** Formats an error for the terminal: one line for expected errors, the error itself with its stack for bugs. */
export function explainError(error: unknown): unknown {
  if (error instanceof UsageError || error instanceof ReleaseRefusedError || error instanceof BuildError) return error.message
  if (error instanceof RegistryError) {
    const remedy = remedies[error.status]
    return remedy ? `${remedy} (${error.message})` : error.message
  }
  if (error instanceof TypeError && error.cause instanceof Error) {
    return `The site does not answer: check ENCRE_ORIGIN. (${error.cause.message})`
  }
  return error
}

const remedies: Record<number, string> = {
  401: 'The site does not know this token: check ENCRE_RELEASE_TOKEN.',
  403: 'This token does not allow that: a team token is valid for its own remote, the platform token for everything.',
  412: 'Somebody else changed the channel first, and nothing happened. Read the status, then run this again.',
}
