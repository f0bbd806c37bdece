import type { Release } from '@encre/protocol/release'
import { type AnyNode, type Node, type Options, parse } from 'acorn'

/** What is wrong with a built script or stylesheet: nothing in it, a page instead, no JavaScript. */
export function findTextDefect(path: string, text: string): string | null {
  const start = text.trimStart()
  if (start === '') return `${path} is empty`
  if (start.startsWith('<')) return `${path} is a page, not a ${path.split('.').at(-1)} file`
  if (path.endsWith('.css')) return null
  const script = parseScript(text)
  return typeof script === 'string' ? `${path} is no script: ${script}` : null
}

/**
 * The chunks that an entry would load and that are not among the files, each by the hash in its
 * name: Rspack's runtime builds their addresses from a record of hashes, or has them whole.
 */
export function findMissingChunks({ files }: Release, text: string): string[] {
  const script = parseScript(text)
  if (typeof script === 'string') return []
  const names = Object.keys(files)
  return [...new Set(listHashes(script))]
    .filter((hash) => !names.some((name) => name.includes(`.${hash}.`)))
    .map((hash) => `its entry loads a chunk with the hash ${hash}, which is not among its files`)
}

/** The parsed script or module, or the parser's message. The scripts of workers are modules. */
function parseScript(text: string): Node | string {
  const options: Options = { ecmaVersion: 'latest' }
  try {
    return parse(text, { ...options, sourceType: 'script' })
  } catch {
    try {
      return parse(text, { ...options, sourceType: 'module' })
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }
}

function listHashes(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const node = value as AnyNode
  if (node.type === 'Literal') return hashesOfPath(node.value)
  return [...hashesOfLookup(node), ...Object.values(node).flatMap(listHashes)]
}

function hashesOfPath(value: unknown): string[] {
  const [, hash] = /\.([0-9a-f]{8,20})\.(?:m?js|css)$/.exec(String(value)) ?? []
  return hash ? [hash] : []
}

/**
 * `({4: "6deac4ddd1", c: "6e86573ee7"})[id]`: the hash of each chunk. A record alone may be the
 * remote's own, such as its colours.
 */
function hashesOfLookup(node: AnyNode): string[] {
  if (node.type !== 'MemberExpression' || !node.computed) return []
  if (node.object.type !== 'ObjectExpression') return []
  const values = node.object.properties.map((property) =>
    property.type === 'Property' && property.value.type === 'Literal' ? property.value.value : null,
  )
  const isHash = (one: unknown) => typeof one === 'string' && /^[0-9a-f]{8,20}$/.test(one)
  return values.every(isHash) ? values.map(String) : []
}
