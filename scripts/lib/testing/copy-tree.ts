import { cpSync, existsSync, globSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { git } from '@encre/build/version'
import { root } from '@encre/build/workspace'

/**
 * Copies the repository into `tree`: its history, its files as they are in the work tree, its
 * generated files and builds, and links to the installed packages. Workspace packages link to their
 * copies.
 */
export function copyTree(tree: string): void {
  git(root, 'clone', '--quiet', '--no-checkout', '--shared', root, tree)
  const files = git(root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split(
    '\0',
  )
  for (const file of files) {
    if (!file || !existsSync(join(root, file))) continue
    mkdirSync(dirname(join(tree, file)), { recursive: true })
    cpSync(join(root, file), join(tree, file))
  }
  for (const file of globSync(
    '{shell,workers/*}/{worker-configuration.d.ts,src/drawing/*.generated.ts}',
    { cwd: root },
  )) {
    cpSync(join(root, file), join(tree, file))
  }
  for (const folder of globSync('{shell,remotes/*}/dist', { cwd: root })) {
    cpSync(join(root, folder), join(tree, folder), { recursive: true })
  }
  for (const folder of globSync(
    '{.,scripts,shell,{remotes,workers,shared,shell/reacts}/*}/node_modules',
    {
      cwd: root,
    },
  )) {
    // Leaves out the package store and the caches, not what was installed.
    const filter = (path: string) => !/\/node_modules\/\.(?!installed$)[^/]+$/.test(path)
    cpSync(join(root, folder), join(tree, folder), {
      recursive: true,
      verbatimSymlinks: true,
      filter,
    })
  }
  symlinkSync(join(root, 'node_modules/.pnpm'), join(tree, 'node_modules/.pnpm'))
}
