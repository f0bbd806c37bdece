import { spawnSync } from 'node:child_process'
import { root } from '@encre/build/workspace'

/** Builds an Rsbuild configuration for production. */
export function buildWith(config: string): void {
  const words = ['node_modules/@rsbuild/core/bin/rsbuild.js', 'build', '--config', config]
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: root, env: { ...process.env, NODE_ENV: 'production' } })
  if (status !== 0) throw new Error(`${config} does not build:\n${stdout}${stderr}`)
}
