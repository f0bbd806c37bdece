import { RegistryError } from '@encre/registry-client'
import { ExpectedError } from '../lib/expected-error.ts'
import { explainError } from '../lib/run-command.ts'

/** A build that fails the release checks, with all reasons. */
export class ReleaseRefusedError extends ExpectedError {
  override name = 'ReleaseRefusedError'

  constructor(remote: string, reasons: string[]) {
    super([`${remote} is not released:`, ...reasons.map((reason) => `  ${reason}`)].join('\n'))
  }
}

/** Formats an error of a command that asks the registry. */
export function explainReleaseError(error: unknown): unknown {
  if (error instanceof RegistryError) {
    const remedy = error.code === 'unknown-version' ? unknownVersion : remedies[error.status]
    return remedy ? `${remedy} (${error.message})` : error.message
  }
  if (error instanceof TypeError && error.cause instanceof Error) {
    return `The site does not answer: check ENCRE_ORIGIN. (${error.cause.message})`
  }
  return explainError(error)
}

const unknownVersion = 'The registry has no such version. npm run release status <remote> lists those that it has.'

const remedies: Record<number, string> = {
  401: 'The site does not know this token: check ENCRE_RELEASE_TOKEN.',
  403: 'This token does not allow that: a team token is valid for its own remote, the platform token for everything.',
  412: 'Somebody else changed the channel first, and nothing happened. Read the status, then run this again.',
}
