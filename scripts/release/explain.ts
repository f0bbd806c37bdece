import { explainRegistryError, RegistryError } from '@encre/registry-client'
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
  if (error instanceof RegistryError && error.code === 'unknown-version') return `${unknownVersion} (${error.message})`
  return explainRegistryError(error) ?? explainError(error)
}

const unknownVersion = 'The registry has no such version. npm run release status <remote> lists those that it has.'
