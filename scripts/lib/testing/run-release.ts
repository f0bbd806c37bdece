import { execFile } from 'node:child_process'
import { join } from 'node:path'
import type { Registry } from '@encre/releases'

/** Runs `npm run release <words>` of the tree, and returns all that it printed. */
export function runRelease(
  { origin, token }: Registry,
  tree: string,
  words: string[],
): Promise<{ passed: boolean; output: string }> {
  const env = {
    ...process.env,
    // With NO_COLOR and FORCE_COLOR both set, Node prints a warning on stderr.
    FORCE_COLOR: undefined,
    ENCRE_ORIGIN: origin,
    ENCRE_RELEASE_TOKEN: token,
  }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(tree, 'scripts/release/main.ts'), ...words],
      { cwd: tree, env, maxBuffer: 2 ** 24 },
      (error, stdout, stderr) => resolve({ passed: error === null, output: stdout + stderr }),
    )
  })
}
