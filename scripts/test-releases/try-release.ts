import { execFile } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getStatus, type Registry, rollBack } from '@encre/registry-client'
import type { BrokenRelease } from './broken-releases.ts'
import { remote, tryCanary } from './try-canary.ts'

export interface TriedRelease {
  refusal: string | null
  seen: string
  seconds: number
}

/**
 * Runs `npm run release gallery` in the broken copy `tree`, as its team would. Undoes the edits.
 */
export async function tryRelease(
  registry: Registry,
  tree: string,
  broken: BrokenRelease,
): Promise<TriedRelease> {
  const undo = breakTree(tree, broken)
  try {
    const before = await getStatus(registry, remote)
    const started = Date.now()
    const { passed, output } = await runRelease(registry, tree, broken)
    const seconds = (Date.now() - started) / 1000
    const judged = passed && broken.fault ? await tryCanary(registry, tree, broken.fault) : null
    const after = await getStatus(registry, remote)
    const isUnchanged = after.current === before.current && after.canary === null
    // The next release must not meet this one.
    if (!isUnchanged) await rollBack(registry, remote, { reason: 'the test has ended' })
    if (judged) return { ...judged, seconds }
    return {
      refusal: passed
        ? null
        : (output.split('\n').find((line) => broken.reason.test(line)) ?? output).trim(),
      seen: isUnchanged ? 'the version before' : 'the release',
      seconds,
    }
  } finally {
    undo()
  }
}

function breakTree(tree: string, { name, edits }: BrokenRelease): () => void {
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

function runRelease(
  { origin, token }: Registry,
  tree: string,
  { isDeployedSite, fault }: BrokenRelease,
): Promise<{ passed: boolean; output: string }> {
  const { port } = new URL(origin)
  const environment = {
    ...process.env,
    // With NO_COLOR and FORCE_COLOR both set, Node prints a warning on stderr.
    FORCE_COLOR: undefined,
    // 0.0.0.0 reaches this machine, but the command and the registry do not take it for a local
    // site.
    ENCRE_ORIGIN: isDeployedSite ? `http://0.0.0.0:${port}` : origin,
    ENCRE_RELEASE_TOKEN: token,
  }
  const options = { cwd: tree, env: environment, maxBuffer: 2 ** 24 }
  return new Promise((resolve) => {
    const unchecked = fault ? ['--without-mount', 'the test tries the canary'] : []
    execFile(
      process.execPath,
      [join(tree, 'scripts/release/main.ts'), remote, ...unchecked],
      options,
      (error, stdout, stderr) => resolve({ passed: error === null, output: stdout + stderr }),
    )
  })
}
