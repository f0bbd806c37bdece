import { type ParseArgsConfig, parseArgs } from 'node:util'

interface CommandOptions {
  explain?: (error: unknown) => unknown
  /** What fails after this signal has aborted is a consequence of it, and not reported. */
  signal?: AbortSignal
}

export async function runCommand(
  work: () => Promise<void>,
  { explain = explainError, signal }: CommandOptions = {},
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (signal?.aborted) return
    console.error(explain(error))
    process.exitCode = 1
  }
}

/** Tells a person how a command goes. */
export type Say = (sentence: string) => void

export const say: Say = (sentence) => console.log(sentence)

/** The sentence of an expected error, the whole error with its stack for a bug. */
export function explainError(error: unknown): unknown {
  if (error instanceof ExpectedError) return error.message
  if (error instanceof TypeError && error.cause instanceof Error) {
    return `There is no answer (${error.cause.message}). Check the network and the address, then run this again.`
  }
  return error
}

/**
 * Throws the mistake in the words, followed by the usage. `--help` prints the usage and ends the
 * command. npm consumes the options before `--`: a command would change what was only to be planned.
 */
export function parseWords<Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  if ((config.args ?? process.argv.slice(2)).includes('--help')) {
    console.log(usage)
    process.exit(0)
  }
  const options = ['dry-run', ...Object.keys(config.options ?? {})]
  const lost = options.find((name) => process.env[`npm_config_${name.replace('-', '_')}`])
  if (lost)
    throw new ExpectedError(`npm consumed --${lost}. Write -- before the options:\n\n${usage}`)
  try {
    return parseArgs(config)
  } catch (error) {
    // Node adds how to pass a value that looks like an option, which no command takes.
    const mistake =
      error instanceof Error
        ? error.message.replace(/ To specify a positional argument .*/s, '')
        : error
    throw new ExpectedError(`${mistake}\n\n${usage}`)
  }
}

export function readPlainWords(usage: string, most = 0): string[] {
  try {
    const { positionals } = parseWords(usage, { allowPositionals: true })
    const surplus = positionals.slice(most)
    if (surplus.length > 0)
      throw new ExpectedError(
        `Nothing was done: this command does not take "${surplus.join(' ')}"\n\n${usage}`,
      )
    return positionals
  } catch (error) {
    console.error(explainError(error))
    process.exit(1)
  }
}

export function readChoice<Choice extends string>(
  option: string,
  value: string | undefined,
  choices: readonly Choice[],
  usage: string,
): Choice {
  const chosen = choices.find((choice) => choice === value)
  if (chosen) return chosen
  const mistake = value === undefined ? `${option} is missing` : `${option} is "${value}"`
  throw new ExpectedError(`${mistake}: it must be one of ${choices.join(', ')}\n\n${usage}`)
}

/**
 * A failure that a person can mend. Its message says what failed, with which input, and what to do
 * next; it is printed without a stack.
 */
export class ExpectedError extends Error {
  override name = 'ExpectedError'
}

/**
 * A signal that aborts when this process is told to end, or when its parent has ended without
 * telling it.
 */
export function createStopSignal(): AbortSignal {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => stopping.abort(new ExpectedError(`Ended by ${signal}.`)))
  }
  const parent = process.ppid
  const orphaned = new ExpectedError('Ended: the process that started this has ended.')
  setInterval(() => process.ppid !== parent && stopping.abort(orphaned), 500).unref()
  return stopping.signal
}
