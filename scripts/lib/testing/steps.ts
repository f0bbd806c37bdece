import { explainError, say } from '../run-command.ts'

let passed = 0

/** Runs the steps of a long test, and says how many have passed. */
export async function runSteps(work: () => Promise<void>): Promise<void> {
  try {
    await work()
    say(`${passed} passed, 0 failed`)
  } catch (error) {
    console.error(explainError(error))
    say(`${passed} passed, 1 failed`)
    process.exitCode = 1
  }
}

export async function step(name: string, run: () => void | Promise<void>): Promise<void> {
  const started = Date.now()
  await run()
  passed += 1
  say(`ok  ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
}
