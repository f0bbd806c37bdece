import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '@encre/build/workspace'
import { applyEdits, type JSONPath, modify } from 'jsonc-parser'
import { ExpectedError } from '../lib/run-command.ts'

export interface NewFeature {
  name: string
  title: string
  /** Where its link stands in the header. Without it, there is none. */
  headerOrder?: number | undefined
}

const templates = join(import.meta.dirname, 'template')

/** Returns the written paths. Throws a sentence, before it writes, if the name is taken or cannot be one. */
export function stampFeature(feature: NewFeature, tree = root): string[] {
  requireName(feature, tree)
  const words = readWords(feature, tree)
  const fill = (text: string) =>
    Object.entries(words).reduce((filled, [word, value]) => filled.replaceAll(`__${word}__`, () => value), text)
  const paths = globSync('**/*.template', { cwd: templates })
  const written: string[] = []
  for (const path of paths) {
    const target = fill(path.replace(/\.template$/, ''))
    mkdirSync(dirname(join(tree, target)), { recursive: true })
    writeFileSync(join(tree, target), fill(readFileSync(join(templates, path), 'utf8')))
    written.push(target)
  }
  bindService('shell/wrangler.jsonc', feature.name, tree)
  bindService('workers/account/wrangler.jsonc', feature.name, tree, 'MemberData')
  drawFeature(words, tree)
  appendFileSync(join(tree, '.github/CODEOWNERS'), fill('\n/remotes/__name__/ @encre/__name__\n/workers/__name__/ @encre/__name__\n'))
  return [...written.sort(), '.github/CODEOWNERS', 'README.md', 'shell/wrangler.jsonc', 'workers/account/wrangler.jsonc']
}

function requireName({ name }: NewFeature, tree: string): void {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
    throw new ExpectedError(`"${name}" cannot be a feature's name: it must be kebab-case, such as artists or price-list`)
  }
  const taken = ['remotes', 'workers'].map((group) => `${group}/${name}`).find((folder) => existsSync(join(tree, folder)))
  if (taken) throw new ExpectedError(`${taken} exists already. Choose another name. Nothing was written.`)
}

function readWords({ name, title: typed, headerOrder }: NewFeature, tree: string): Record<string, string> {
  // As in every text for members. A straight apostrophe would also end the string that the templates put the title in.
  const title = typed.replaceAll("'", '’')
  const pascal = name.replace(/(^|-)([a-z0-9])/g, (_, __, letter: string) => letter.toUpperCase())
  const limiter = nextLimiter(tree)
  return {
    name,
    title,
    Name: pascal,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    header: headerOrder === undefined ? '' : `, header: { label: '${title}', order: ${headerOrder} }`,
    limiter: String(limiter),
    stagingLimiter: String(limiter + 1),
  }
}

/** The rate limiters of one account have one namespace. */
function nextLimiter(tree: string): number {
  const configs = globSync(['shell/wrangler.jsonc', 'workers/*/wrangler.jsonc'], { cwd: tree }).map((path) =>
    readFileSync(join(tree, path), 'utf8'),
  )
  const ids = configs.flatMap((text) => [...text.matchAll(/"namespace_id": "(\d+)"/g)].map(([, id]) => Number(id)))
  return Math.max(1000, ...ids) + 1
}

function bindService(config: string, name: string, tree: string, entrypoint?: string): void {
  const path = join(tree, config)
  let text = readFileSync(path, 'utf8')
  const binding = name.toUpperCase().replaceAll('-', '_')
  const places: [JSONPath, string][] = [
    [['services', -1], ''],
    [['env', 'staging', 'services', -1], '-staging'],
    [['env', 'production', 'services', -1], ''],
  ]
  for (const [place, suffix] of places) {
    const service = { binding, service: `encre-${name}${suffix}`, ...(entrypoint && { entrypoint }) }
    text = applyEdits(text, modify(text, place, service, { isArrayInsertion: true }))
  }
  writeFileSync(path, text)
}

/** `npm run check` compares the diagram with the bindings. */
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
    text.replace(/(^```mermaid\n.*?)(^```$)/ms, (_, diagram: string, end: string) => `${diagram}${lines.join('\n')}\n${end}`),
  )
}
