import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getStatus, type Registry, rollBack } from '@encre/releases'
import { runRelease } from '../../lib/testing/run-release.ts'
import type { TriedRelease } from './mutations.ts'

export interface Outcome {
  isAsExpected: boolean
  /** The line of the refusal that was expected, or all that the command said. */
  said: string
  seconds: number
}

/**
 * Runs `npm run release <remote>` in the copy `tree` with the edits, as its team would. Undoes them.
 */
export async function tryRelease(
  registry: Registry,
  tree: string,
  tried: TriedRelease,
): Promise<Outcome> {
  const { remote, refusal, options } = tried
  const undo = edit(tree, tried)
  try {
    const before = await getStatus(registry, remote)
    const started = Date.now()
    const { passed, output } = await runRelease(registry, tree, [remote, ...options])
    const seconds = (Date.now() - started) / 1000
    const { current, canary } = await getStatus(registry, remote)
    // The next release must not meet this one.
    if (canary) await rollBack(registry, remote, { reason: 'the test has ended' })
    const lines = output.split('\n')
    const line = refusal ? lines.find((one) => refusal.test(one)) : undefined
    const isStopped = !passed && line !== undefined && current === before.current && !canary
    const isReleased = passed && canary !== null
    return {
      isAsExpected: refusal ? isStopped : isReleased,
      said: (line ?? output).trim(),
      seconds,
    }
  } finally {
    undo()
  }
}

function edit(tree: string, { name, edits }: TriedRelease): () => void {
  const originals = Object.keys(edits).map((file): [string, string | null] => {
    const path = join(tree, file)
    return [path, existsSync(path) ? readFileSync(path, 'utf8') : null]
  })
  for (const [file, edit] of Object.entries(edits)) {
    const path = join(tree, file)
    const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
    const edited = edit(text)
    if (edited === text) throw new Error(`"${name}" does not change ${file}`)
    writeFileSync(path, edited)
  }
  return () => {
    for (const [path, text] of originals) {
      if (text === null) rmSync(path)
      else writeFileSync(path, text)
    }
  }
}
