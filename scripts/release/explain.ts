import { RegistryError } from '@encre/registry-client'

/** What was asked for cannot be done; the message says what can. */
export class UsageError extends Error {}

/** A build that may not go live, with every reason. */
export class Refusal extends Error {
  constructor(remote: string, reasons: string[]) {
    super([`${remote} is not released:`, ...reasons.map((reason) => `  ${reason}`)].join('\n'))
  }
}

/** What to print of what went wrong, whole for a bug. */
export function explain(error: unknown): unknown {
  if (error instanceof UsageError || error instanceof Refusal) return error.message
  if (error instanceof RegistryError) {
    const sentence = sentences[error.status]
    return sentence ? `${sentence} (${error.message})` : error.message
  }
  if (error instanceof TypeError && error.cause instanceof Error) {
    return `The site does not answer: look at ENCRE_ORIGIN. (${error.cause.message})`
  }
  return error
}

const sentences: Record<number, string> = {
  401: 'The site does not know this token: look at ENCRE_RELEASE_TOKEN.',
  403: "This token does not reach that: a team's reaches its own remote, the platform's everything.",
  412: 'Somebody was faster; nothing changed. Look at the status, then run this again.',
}
