import { type ParseArgsConfig, parseArgs } from 'node:util'
import { ExpectedError } from './expected-error.ts'

interface CommandOptions {
  /** Formats an error for the terminal. */
  explain?: (error: unknown) => unknown
  /** What fails after this signal has aborted is a consequence of it, and not reported. */
  signal?: AbortSignal
}

/** Runs the work of an npm script. If it fails, prints why and sets the exit code to 1. */
export async function runCommand(work: () => Promise<void>, { explain = explainError, signal }: CommandOptions = {}): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (signal?.aborted) return
    console.error(explain(error))
    process.exitCode = 1
  }
}

/** Formats an error for the terminal: the sentence of an expected error, the whole error with its stack for a bug. */
export function explainError(error: unknown): unknown {
  if (error instanceof ExpectedError) return error.message
  // `fetch` throws this when no answer comes.
  if (error instanceof TypeError && error.cause instanceof Error) {
    return `There is no answer (${error.cause.message}). Check the network and the address, then run this again.`
  }
  return error
}

/** Reads the words after the script's name. Throws the mistake in them, followed by the usage. */
export function parseWords<Config extends ParseArgsConfig>(usage: string, config: Config): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config)
  } catch (error) {
    // Node adds how to pass a value that looks like an option, which no command takes.
    const mistake = error instanceof Error ? error.message.replace(/ To specify a positional argument .*/s, '') : error
    throw new ExpectedError(`${mistake}\n\n${usage}`)
  }
}
