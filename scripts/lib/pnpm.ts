import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { z } from 'zod'

/** The words that run the workspace's version of pnpm through `npx`, which every machine with npm has. */
export function pnpmWords(...words: string[]): string[] {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return ['-y', z.parse(z.object({ packageManager: z.string() }), manifest).packageManager, ...words]
}
