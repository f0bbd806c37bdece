import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { root } from '@encre/build/workspace'

/** Every relative import of the tree that leaves its package, a sentence each. What is another's is imported by its name, or not at all. */
export function findClimbingImports(): string[] {
  const packages = globSync(['package.json', '{shell,shared/*,remotes/*,workers/*}/package.json'], { cwd: root }).map((path) =>
    dirname(path),
  )
  const files = globSync(['*.ts', '{scripts,shell,shared,remotes,workers}/**/*.{ts,tsx,mjs,js,css}'], {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist|\.wrangler)$/.test(String(path)),
  })
  return files.flatMap((file) =>
    findClimbs(file, readFileSync(join(root, file), 'utf8'), packages).map(
      ({ specifier, owner }) =>
        `${file}: ${specifier} leaves its package; import it by name, from the exports of ${join(owner, 'package.json')}`,
    ),
  )
}

/** The relative imports of one file that leave its package, and whose folder each leads to. `packages` are folders, '.' the root's. */
export function findClimbs(file: string, text: string, packages: string[]): { specifier: string; owner: string }[] {
  const own = ownerOf(file, packages)
  return [...text.matchAll(/(?:\bfrom|\bimport|\bimport\(|\bmock\(|@import)\s*['"](\.[^'"]+)['"]/g)].flatMap(([, specifier = '']) => {
    const target = normalize(join(dirname(file), specifier))
    // The root's package is around every other: whatever is below it is reached without climbing.
    const isInside = own === '.' ? !target.startsWith('..') : target.startsWith(`${own}/`)
    return isInside ? [] : [{ specifier, owner: ownerOf(target, packages) }]
  })
}

function ownerOf(path: string, packages: string[]): string {
  return packages.find((folder) => folder !== '.' && path.startsWith(`${folder}/`)) ?? '.'
}
