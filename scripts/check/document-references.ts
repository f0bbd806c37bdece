import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import * as z from 'zod'

const notSources =
  /(^|\/)(node_modules|dist|\.git|\.wrangler|\.data|test-results|playwright-report)$/

/**
 * Paths in backticks or diagrams, constants in brackets behind a path, targets of links, and
 * `npm run` commands that do not exist, one line each.
 */
export function findBrokenReferences(folder: string): string[] {
  const paths = globSync(['**', '.*/**', '.*'], {
    cwd: folder,
    exclude: (path) => notSources.test(join(folder, String(path))),
  })
  const tree = paths.filter((path) => path !== '.' && !notSources.test(path))
  // The last one is the package.json that `npm run pack` writes for another repository.
  const packages = ['package.json', 'scripts/elsewhere/template/package.json.template']
  const commands = new Set(
    packages
      .map((path) => join(folder, path))
      .filter((path) => existsSync(path))
      .flatMap((path) => [...npmCommands(readFileSync(path, 'utf8'))]),
  )
  return tree
    .filter((path) => path.endsWith('.md'))
    .flatMap((document) => {
      const text = readFileSync(join(folder, document), 'utf8')
      return [
        ...namedPaths(text).filter((path) => !exists(path, dirname(document), tree)),
        ...linkedPlaces(text).filter((place) => !isThere(place, join(folder, document))),
        ...namedCommands(text).filter((command) => !commands.has(command)),
        ...namedConstants(text)
          .filter(({ file, name }) => {
            const files = tree.filter((path) => namesEntry(file, dirname(document), path))
            return !files.some((path) => declares(join(folder, path), name))
          })
          .map(({ file, name }) => `\`${name}\` in ${file}`),
      ].map((reference) => `${document}: there is no ${reference}`)
    })
}

export function findUnlistedCommands(folder: string): string[] {
  const readme = readFileSync(join(folder, 'README.md'), 'utf8')
  const named = new Set([
    ...namedCommands(readme),
    ...[...readme.matchAll(/npm (start|test)\b/g)].map(([, name]) => `npm run ${name}`),
  ])
  const commands = [...npmCommands(readFileSync(join(folder, 'package.json'), 'utf8'))]
  return commands
    .filter((command) => command !== 'npm run postinstall' && !named.has(command))
    .map((command) => `README.md: the tables lack ${command}`)
}

function npmCommands(packageJson: string): Set<string> {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(packageJson))
  return new Set(
    Object.keys(scripts).flatMap((name) => (name === 'postinstall' ? [] : [`npm run ${name}`])),
  )
}

function namedCommands(markdown: string): string[] {
  return [...markdown.matchAll(/npm run [a-z][a-z0-9:-]*/g)].map(([command]) => command)
}

/** Not a URL path, a package, a command or a file that a command writes. */
function namedPaths(markdown: string): string[] {
  const diagrams = [...markdown.matchAll(/^```mermaid$.*?^```$/gms)].flatMap(
    ([diagram]) => diagram.match(/[\w./-]+\/[\w./-]*/g) ?? [],
  )
  const prose = markdown.replaceAll(/^```.*?^```/gms, '')
  const words = [...diagrams, ...[...prose.matchAll(/`([^`\s]+)`/g)].map(([, word = '']) => word)]
  return words.filter(
    (word) =>
      /^[\w.<][\w.<>*{},/-]*$/.test(word) &&
      isPath(word) &&
      !/^(\.data|node_modules|dist)\b/.test(word),
  )
}

/** `waits.ts` (`longestMs`, `shortestMs`) */
function namedConstants(markdown: string): { file: string; name: string }[] {
  const lists = markdown.matchAll(/`([\w./-]+\.tsx?)`\s+\((`\w+`(?:,\s+`\w+`)*)\)/g)
  return [...lists].flatMap(([, file = '', names = '']) =>
    [...names.matchAll(/\w+/g)].map(([name]) => ({ file, name })),
  )
}

function declares(file: string, name: string): boolean {
  const declaration = new RegExp(
    `^(export )?(async )?(const|function|class|type|interface) ${name}\\b`,
    'm',
  )
  return declaration.test(readFileSync(file, 'utf8'))
}

function linkedPlaces(markdown: string): string[] {
  const targets = [...markdown.matchAll(/\]\(([^)\s]+)\)|\b(?:src|srcset)="([^"]+)"/g)].map(
    ([, link, image]) => link ?? image ?? '',
  )
  return targets.filter((target) => !/^[a-z]+:/.test(target))
}

function isThere(place: string, document: string): boolean {
  const [path = '', heading] = place.split('#')
  const file = path ? join(dirname(document), path) : document
  return (
    existsSync(file) && (!heading || listHeadings(readFileSync(file, 'utf8')).includes(heading))
  )
}

function listHeadings(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function isPath(word: string): boolean {
  return (
    /^(\.github|docs|remotes|scripts|shared|shell|src|workers)\//.test(word) ||
    /[^/]\.(ts|tsx|mjs|css|sql|md)$/.test(word)
  )
}

function exists(path: string, from: string, tree: string[]): boolean {
  return tree.some((entry) => namesEntry(path, from, entry))
}

/**
 * A path may start at the tree's root, at the document's folder, or at any folder above the file.
 */
function namesEntry(path: string, from: string, entry: string): boolean {
  const pattern = path
    .replace(/\/$/, '')
    .replaceAll(/[.+]/g, '\\$&')
    .replaceAll('**', '.+')
    .replaceAll(/<[^>]*>|\*/g, '[^/]+')
    .replaceAll(/\{([^}]*)\}/g, (_, choices: string) => `(${choices.replaceAll(',', '|')})`)
  // A decision is named by its number.
  const named = new RegExp(
    /^docs\/decisions\/\d+$/.test(path) ? `^${pattern}-` : `(^|/)${pattern}$`,
  )
  return named.test(entry) || named.test(relative(from, entry))
}
