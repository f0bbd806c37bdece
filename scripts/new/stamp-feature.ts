import {
  appendFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '@encre/build/workspace'
import { applyEdits, type JSONPath, modify } from 'jsonc-parser'
import { listMigration } from '../check/frozen-migrations.ts'
import { ExpectedError } from '../lib/run-command.ts'

export interface NewFeature {
  name: string
  title: string
  /** Where its link stands in the header. Without it, there is none. */
  headerOrder?: number | undefined
}

export const featureList = 'shared/worker/src/features.ts'
/** Where a feature's worker is bound: for the site's worker, and for the account worker. */
export const serviceConfigs = ['shell/wrangler.jsonc', 'workers/account/wrangler.jsonc'] as const
/** The files of a remote and its worker. */
export const featureTemplates = join(import.meta.dirname, 'template')

/**
 * Returns the written paths. Throws a sentence, before it writes, if the name is taken or cannot be
 * one.
 */
export function stampFeature(feature: NewFeature, tree = root): string[] {
  requireName(feature.name)
  requireFree(feature.name, tree)
  const words = readWords(feature, tree)
  const written = writeTemplates(featureTemplates, words, tree)
  const changed = bindFeature(feature.name, tree)
  drawFeature(words, tree)
  appendFileSync(
    join(tree, '.github/CODEOWNERS'),
    fill('\n/remotes/__name__/ @encre/__name__\n/workers/__name__/ @encre/__name__\n', words),
  )
  written.push(listMigration(tree, `workers/${feature.name}/migrations/0001_create_entries.sql`))
  return [...written.sort(), '.github/CODEOWNERS', 'README.md', ...changed]
}

/** Lets the site forward to a feature's worker, and the account worker ask it for members' data. */
export function bindFeature(name: string, tree = root): string[] {
  const [shell, account] = serviceConfigs
  const binding = name.toUpperCase().replaceAll('-', '_')
  if (readFileSync(join(tree, featureList), 'utf8').includes(`name: '${name}'`)) {
    throw new ExpectedError(`${featureList} has ${name} already. Nothing was written.`)
  }
  listRow(name, binding, tree)
  bindService(shell, name, binding, tree)
  bindService(account, name, binding, tree, 'MemberData')
  return [featureList, shell, account]
}

/** Writes each file of a folder of templates into `folder`. Returns the written paths. */
export function writeTemplates(
  templates: string,
  words: Record<string, string>,
  folder: string,
): string[] {
  const paths = globSync(['**/*.template', '.*.template'], { cwd: templates })
  return paths.map((path) => {
    const written = fill(path.replace(/\.template$/, ''), words)
    mkdirSync(dirname(join(folder, written)), { recursive: true })
    const text = readFileSync(join(templates, path), 'utf8')
    writeFileSync(join(folder, written), fill(text, words))
    return written
  })
}

function fill(text: string, words: Record<string, string>): string {
  return Object.entries(words).reduce(
    (filled, [word, value]) => filled.replaceAll(`__${word}__`, () => value),
    text,
  )
}

export function requireName(name: string): void {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
    throw new ExpectedError(
      `"${name}" cannot be a feature's name: it must be kebab-case, such as artists or price-list`,
    )
  }
}

function requireFree(name: string, tree: string): void {
  const taken = ['remotes', 'workers']
    .map((group) => `${group}/${name}`)
    .find((folder) => existsSync(join(tree, folder)))
  if (taken)
    throw new ExpectedError(`${taken} exists already. Choose another name. Nothing was written.`)
}

export function readWords(
  { name, title: typed, headerOrder }: NewFeature,
  tree = root,
): Record<string, string> {
  // As in every text for members. A straight apostrophe would also end the string that the
  // templates put the title in.
  const title = typed.replaceAll("'", '’')
  const pascal = name.replace(/(^|-)([a-z0-9])/g, (_, __, letter: string) => letter.toUpperCase())
  const limiter = nextLimiter(tree)
  return {
    name,
    title,
    Name: pascal,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    header:
      headerOrder === undefined ? '' : `, header: { label: '${title}', order: ${headerOrder} }`,
    limiter: String(limiter),
    stagingLimiter: String(limiter + 1),
  }
}

export function defaultTitle(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')
}

/** The rate limiters of one account have one namespace. */
function nextLimiter(tree: string): number {
  const configs = globSync(['shell/wrangler.jsonc', 'workers/*/wrangler.jsonc'], { cwd: tree }).map(
    (path) => readFileSync(join(tree, path), 'utf8'),
  )
  const ids = configs.flatMap((text) =>
    [...text.matchAll(/"namespace_id": "(\d+)"/g)].map(([, id]) => Number(id)),
  )
  return Math.max(1000, ...ids) + 1
}

function listRow(name: string, binding: string, tree: string): void {
  const path = join(tree, featureList)
  const row = `  { name: '${name}', binding: '${binding}', isPublic: true, pages: null, memberData: '${binding}' },\n`
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace(/^\] as const satisfies/m, (end) => `${row}${end}`),
  )
}

function bindService(
  config: string,
  name: string,
  binding: string,
  tree: string,
  entrypoint?: string,
): void {
  const path = join(tree, config)
  let text = readFileSync(path, 'utf8')
  const places: [JSONPath, string][] = [
    [['services', -1], ''],
    [['env', 'staging', 'services', -1], '-staging'],
    [['env', 'production', 'services', -1], ''],
  ]
  for (const [place, suffix] of places) {
    const service = {
      binding,
      service: `encre-${name}${suffix}`,
      ...(entrypoint && { entrypoint }),
    }
    text = applyEdits(text, modify(text, place, service, { isArrayInsertion: true }))
  }
  writeFileSync(path, text)
}

function drawFeature({ name, camel }: Record<string, string>, tree: string): void {
  const path = join(tree, 'README.md')
  const lines = [
    `  ${camel}["remotes/${name}"]`,
    `  ${camel}Worker["workers/${name}"]`,
    `  ${camel}Data[("D1 encre-${name}")]`,
    `  shell --> ${camel}`,
    `  ${camel} -.->|contract| ${camel}Worker`,
    `  site & accountWorker --> ${camel}Worker`,
    `  ${camel}Worker --> ${camel}Data`,
  ]
  const text = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    text.replace(
      /(^```mermaid\n.*?)(^```$)/ms,
      (_, diagram: string, end: string) => `${diagram}${lines.join('\n')}\n${end}`,
    ),
  )
}
