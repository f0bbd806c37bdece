import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFeatures } from '@encre/build/features'
import { versionOf } from '@encre/build/version'
import { root } from '@encre/build/workspace'
import { ExpectedError } from './run-command.ts'

/** Builds the shell and the remotes in parallel. Skips a folder whose sources did not change since its last build. */
export async function buildSite(): Promise<void> {
  await Promise.all(['shell', ...listFeatures().map((name) => `remotes/${name}`)].map(buildFolder))
}

/** Returns the version that is now in the `dist` of `shell` or `remotes/<name>`. */
export async function buildFolder(folder: string): Promise<string> {
  const version = versionOf(folder)
  const stamp = join(root, folder, 'dist', 'version.txt')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === version) return version
  await runRsbuild(folder)
  writeFileSync(stamp, version)
  return version
}

function runRsbuild(folder: string): Promise<void> {
  const output: Buffer[] = []
  const child = spawn(process.execPath, [join(root, 'node_modules/@rsbuild/core/bin/rsbuild.js'), 'build'], {
    cwd: join(root, folder),
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.on('data', (chunk) => output.push(chunk))
  child.stderr.on('data', (chunk) => output.push(chunk))
  return new Promise((resolve, reject) => {
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new ExpectedError(`${folder} does not build:\n${Buffer.concat(output)}`))))
  })
}
