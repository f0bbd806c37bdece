import { execFile } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getStatus, type Registry, rollBack } from '@encre/registry-client'
import type { BrokenRelease } from './broken-releases.ts'
import { lookAtCanary } from './look-at-canary.ts'

const remote = 'gallery'

export interface TriedRelease {
  /** The line of the command's output that refuses the release, or null if it went through. */
  refusal: string | null
  /** What a visitor sees afterwards. */
  seen: string
  /** What a visitor in the canary sees without the check in a browser. Null if another check refuses the release. */
  seenAsCanary: string | null
  seconds: number
}

/**
 * Breaks the gallery in `tree`, a copy of the repository, and runs `npm run release gallery` there, as its team would. Undoes the edits.
 * With `chromium` it also releases what only the browser refuses, as a canary without that check, and opens it.
 */
export async function tryRelease(registry: Registry, tree: string, broken: BrokenRelease, chromium?: string): Promise<TriedRelease> {
  const undo = breakTree(tree, broken)
  try {
    const before = await getStatus(registry, remote)
    const started = Date.now()
    const { passed, output } = await runRelease(registry, tree, [remote], broken.isDeployedSite)
    const seconds = (Date.now() - started) / 1000
    const after = await getStatus(registry, remote)
    const isUnchanged = after.current === before.current && after.canary === null
    // The next release must not meet this one.
    if (!isUnchanged) await rollBack(registry, remote, { reason: 'the test has ended' })
    const seenAsCanary = broken.asCanary && chromium ? await tryAsCanary(registry, tree, chromium) : null
    return {
      refusal: passed ? null : (output.split('\n').find((line) => broken.reason.test(line)) ?? output).trim(),
      seen: isUnchanged ? 'the version before' : 'the release',
      seenAsCanary,
      seconds,
    }
  } finally {
    undo()
  }
}

async function tryAsCanary(registry: Registry, tree: string, chromium: string): Promise<string> {
  const words = ['canary', remote, '100', '--without-mount', 'a test of the canary']
  const { passed, output } = await runRelease(registry, tree, words)
  if (!passed) throw new Error(`the canary was refused: ${output}`)
  try {
    return await lookAtCanary(registry.origin, tree, remote, chromium)
  } finally {
    await rollBack(registry, remote, { reason: 'the test of the canary has ended' })
  }
}

/** Edits the files. Returns a function that restores them. Throws if an edit changes nothing: the code has moved on. */
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
  words: string[],
  isDeployedSite = false,
): Promise<{ passed: boolean; output: string }> {
  const { port } = new URL(origin)
  const environment = {
    ...process.env,
    // With NO_COLOR and FORCE_COLOR both set, Node prints a warning on stderr.
    FORCE_COLOR: undefined,
    // 0.0.0.0 reaches this machine, but the command and the registry do not take it for a local site.
    ENCRE_ORIGIN: isDeployedSite ? `http://0.0.0.0:${port}` : origin,
    ENCRE_RELEASE_TOKEN: token,
  }
  const options = { cwd: tree, env: environment, maxBuffer: 2 ** 24 }
  return new Promise((resolve) => {
    execFile(process.execPath, [join(tree, 'scripts/release/main.ts'), ...words], options, (error, stdout, stderr) =>
      resolve({ passed: error === null, output: stdout + stderr }),
    )
  })
}
