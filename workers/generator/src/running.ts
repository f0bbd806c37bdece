import type { GenerationState } from './contract.ts'

const runningStates = ['queued', 'calling', 'storing'] as const satisfies readonly GenerationState[]

/** `isRunning` as a condition in SQL. As literals, so that SQLite uses the indexes of running generations. */
export const whereRunning = `state in (${runningStates.map((state) => `'${state}'`).join(', ')})`

export function isRunning(state: GenerationState): boolean {
  return runningStates.some((running) => running === state)
}
