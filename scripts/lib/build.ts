import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFeatures } from '@encre/build/features'
import { versionOf } from '@encre/build/version'
import { root } from '@encre/build/workspace'
import { collectOutput } from './processes.ts'
import { ExpectedError } from './run-command.ts'

/**
 * Builds the shell and the remotes in parallel. Skips a folder whose sources did not change since
 * its last build.
 */
export async function buildSite(): Promise<void> {
  await Promise.all(['shell', ...listFeatures().map((name) => `remotes/${name}`)].map(buildFolder))
}

/** Returns the version that is now in the `dist` of `shell` or `remotes/<name>`. */
export async function buildFolder(folder: string): Promise<string> {
  const version = versionOf(folder)
  const stamp = join(root, folder, 'dist', 'version.txt')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === version) return version
  const rsbuild = join(root, 'node_modules/@rsbuild/core/bin/rsbuild.js')
  const { passed, output } = await collectOutput(
    [rsbuild, 'build'],
    { NODE_ENV: 'production' },
    join(root, folder),
  )
  if (!passed) throw new ExpectedError(`${folder} does not build:\n${output}`)
  writeFileSync(stamp, version)
  return version
}
