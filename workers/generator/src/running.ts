import type { GenerationState } from './contract.ts'

const running: Record<GenerationState, boolean> = {
  queued: true,
  calling: true,
  storing: true,
  done: false,
  failed: false,
  interrupted: false,
  cancelled: false,
}

/** As conditions in SQL. With literals, so that SQLite uses the indexes of both. */
export const whereRunning = whereStateIs(true)
export const whereEnded = whereStateIs(false)

export function isRunning(state: GenerationState): boolean {
  return running[state]
}

function whereStateIs(isRunning: boolean): string {
  const states = Object.entries(running).filter(([, runs]) => runs === isRunning)
  return `state in (${states.map(([state]) => `'${state}'`).join(', ')})`
}
