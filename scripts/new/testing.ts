import { execFileSync } from 'node:child_process'
import { cpSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { copyTree } from '../lib/testing/copy-tree.ts'
import { stampFeature } from './stamp-feature.ts'

/** Writes a copy of the repository with one more feature, as `npm run new artists` leaves it. */
export function stampArtists(tree: string): void {
  copyTree(tree)
  const written = stampFeature({ name: 'artists', title: 'Artistes', headerOrder: 40 }, tree)
  const formatted = written.filter((path) => /\.(tsx?|css|jsonc?)$/.test(path))
  const words = ['check', '--write', ...formatted]
  execFileSync(join(root, 'node_modules/.bin/biome'), words, { cwd: tree, stdio: 'pipe' })
  installPackages(tree)
}

/** Links the packages of the new folders and makes the generated files, as an installation does. */
function installPackages(tree: string): void {
  for (const group of ['remotes', 'workers']) {
    cpSync(join(tree, group, 'gallery/node_modules'), join(tree, group, 'artists/node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
    })
  }
  symlinkSync(
    '../../../../workers/artists',
    join(tree, 'remotes/artists/node_modules/@encre/artists-worker'),
  )
  execFileSync(process.execPath, ['scripts/run.mjs'], {
    cwd: tree,
    env: { ...process.env, npm_config_user_agent: 'pnpm/' },
    stdio: 'pipe',
  })
}

/** Runs a package's program in a tree. Throws what it printed when it fails. */
export function runProgram(tree: string, program: string, ...words: string[]): string {
  const file = join(root, 'node_modules', program)
  try {
    return execFileSync(process.execPath, [file, ...words], {
      cwd: tree,
      encoding: 'utf8',
      stdio: 'pipe',
      env: { ...process.env, NO_COLOR: '1', VITEST: undefined },
    })
  } catch (error) {
    const { stdout, stderr } = Object(error)
    throw new Error(`${program} ${words.join(' ')}:\n${stdout}${stderr}`)
  }
}
