import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { wranglerEnvironment } from '../lib/processes.ts'

/** Writes the `Env` of the new worker in `tree`, and of the two that are bound to it. */
export function generateTypes(name: string, tree = root): void {
  const words = [join(tree, 'node_modules/wrangler/bin/wrangler.js'), 'types', '--include-runtime=false', '--strict-vars=false']
  for (const folder of ['shell', 'workers/account', `workers/${name}`]) {
    execFileSync(process.execPath, words, { cwd: join(tree, folder), env: { ...process.env, ...wranglerEnvironment }, stdio: 'pipe' })
  }
}
