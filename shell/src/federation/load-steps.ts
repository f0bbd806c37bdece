import type { ManifestRemote } from '@encre/protocol/page-manifest'
import { TimeoutError, withTimeout } from '@encre/protocol/timeout'
import { reportError } from '../report-error.ts'
import { reportFailure } from './health-reports.ts'
import { isHostLoaded, type LoadedRemote, loadVersion } from './load-version.ts'
import { ensureStylesheets } from './stylesheets.ts'

/** `fresh-current` requests the current version again, past the browser's cache. */
type LoadStep = 'current' | 'fresh-current' | 'previous' | 'replacement-stylesheets'
type LoadEvent = 'failed' | 'timed-out'

/** The state machine of a load: for each step and event the next step. A step that succeeds ends the load. */
const transitions: Record<LoadStep, Record<LoadEvent, LoadStep | 'give-up'>> = {
  // The browser queues a second request behind one that hangs: after a timeout, another try would wait as well.
  current: { failed: 'fresh-current', 'timed-out': 'previous' },
  'fresh-current': { failed: 'previous', 'timed-out': 'previous' },
  previous: { failed: 'give-up', 'timed-out': 'give-up' },
  'replacement-stylesheets': { failed: 'give-up', 'timed-out': 'give-up' },
}

export const currentTimeoutMs = 5500
const freshCurrentTimeoutMs = 2000
/** The previous version gets at least this, and all that the steps before it left of `loadTimeoutMs`. */
const previousTimeoutMs = 3000
/** A failure shows within 12 s, the time to render included. */
export const loadTimeoutMs = currentTimeoutMs + freshCurrentTimeoutMs + previousTimeoutMs

export interface LoadContext {
  remote: ManifestRemote
  startedAt: number
  /** The version that already replaces the current one; only for `replacement-stylesheets`. */
  replacement?: LoadedRemote
}

/** Runs the state machine from `step`. Rejects with the last error when no version loads. */
export async function runLoad(context: LoadContext, step: LoadStep): Promise<LoadedRemote> {
  try {
    return await steps[step](context)
  } catch (error) {
    const next = transitions[step][isTimeout(error) ? 'timed-out' : 'failed']
    if (next === 'give-up') throw error
    reportError(error)
    if (next === 'previous' && isHostLoaded()) reportFailure(context.remote.current, 'load-failed', error)
    return runLoad(context, next)
  }
}

const steps: Record<LoadStep, (context: LoadContext) => Promise<LoadedRemote>> = {
  current: ({ remote: { current } }) => withTimeout(loadVersion(current), currentTimeoutMs, current.global),
  'fresh-current': ({ remote: { current } }) => withTimeout(loadVersion(current, { fresh: true }), freshCurrentTimeoutMs, current.global),
  async previous({ remote: { previous }, startedAt }) {
    if (!previous) throw new Error('there is no version to go back to')
    const left = loadTimeoutMs - (Date.now() - startedAt)
    return withTimeout(loadVersion(previous), Math.max(left, previousTimeoutMs), previous.global)
  },
  async 'replacement-stylesheets'({ replacement }) {
    if (!replacement) throw new Error('no version replaces the current one')
    await withTimeout(ensureStylesheets(replacement.version), currentTimeoutMs, replacement.version.global)
    return replacement
  },
}

/** Rspack gives up on a chunk by itself and says so in the message of its own error. */
function isTimeout(error: unknown): boolean {
  return error instanceof TimeoutError || (error instanceof Error && error.name === 'ChunkLoadError' && /timeout/.test(error.message))
}
