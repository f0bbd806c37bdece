import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from '@encre/build/workspace'

const notSources = /(^|\/)(node_modules|dist|\.git|\.wrangler|\.data|test-results|playwright-report)$/

/** Each path in backticks in a Markdown document under `folder` that names no file or folder there, one line each. */
export function findMissingPaths(folder: string): string[] {
  const paths = globSync(['**', '.*/**', '.*'], { cwd: folder, exclude: (path) => notSources.test(join(folder, String(path))) })
  const tree = paths.filter((path) => path !== '.' && !notSources.test(path))
  const documents = tree.filter((path) => path.endsWith('.md'))
  return documents.flatMap((document) =>
    namedPaths(readFileSync(join(folder, document), 'utf8'))
      .filter((path) => !exists(path, dirname(document), tree))
      .map((path) => `${document}: there is no ${path}`),
  )
}

/** Words in backticks that are paths of the tree: not a URL path, a package, a command or a file that a command writes. */
function namedPaths(markdown: string): string[] {
  const prose = markdown.replaceAll(/^```.*?^```/gms, '')
  const words = [...prose.matchAll(/`([^`\s]+)`/g)].map(([, word = '']) => word)
  return words.filter((word) => /^[\w.<][\w.<>*{},/-]*$/.test(word) && isPath(word) && !/^(\.data|node_modules|dist)\b/.test(word))
}

function isPath(word: string): boolean {
  return /^(\.github|docs|remotes|scripts|shared|shell|src|workers)\//.test(word) || /\.(ts|tsx|mjs|css|sql|md)$/.test(word)
}

/** A path may start at the tree's root, at the document's folder, or at any folder above the file. */
function exists(path: string, from: string, tree: string[]): boolean {
  const pattern = path
    .replace(/\/$/, '')
    .replaceAll(/[.+]/g, '\\$&')
    .replaceAll('**', '.+')
    .replaceAll(/<[^>]*>|\*/g, '[^/]+')
    .replaceAll(/\{([^}]*)\}/g, (_, choices: string) => `(${choices.replaceAll(',', '|')})`)
  // A decision is named by its number.
  const named = new RegExp(/^docs\/decisions\/\d+$/.test(path) ? `^${pattern}-` : `(^|/)${pattern}$`)
  return tree.some((entry) => named.test(entry) || named.test(relative(from, entry)))
}

if (import.meta.main) {
  const missing = findMissingPaths(root)
  for (const line of missing) console.log(line)
  process.exitCode = missing.length === 0 ? 0 : 1
}
