import { parseJson } from '@encre/worker/body'

/** A value of a JSON text that holds no other, with the names on the way to it: `[]` for a list. */
export interface Leaf {
  path: readonly string[]
  /** The last name, but for lists. */
  name: string
  value: unknown
  /** What holds the value. */
  holder: object
}

// An answer may be hostile.
const mostLeaves = 10_000
const deepest = 16

/**
 * The leaves of a JSON value, in its order. A text that holds JSON is read as that. What a model only
 * thought is left out: Gemini's drafts.
 */
export function listLeaves(
  value: unknown,
  path: readonly string[] = [],
  leaves: Leaf[] = [],
  holder: object = {},
): Leaf[] {
  if (leaves.length >= mostLeaves || path.length > deepest) return leaves
  const read =
    typeof value === 'string' && /^\s*[[{]/.test(value) ? (parseJson(value) ?? value) : value
  if (Object(read).thought === true) return leaves
  const parts = typeof read === 'object' && read !== null ? Object.entries(read) : []
  if (parts.length === 0) leaves.push({ path, name: lastName(path), value: read, holder })
  for (const [name, part] of parts) {
    listLeaves(part, [...path, Array.isArray(read) ? '[]' : name], leaves, Object(read))
  }
  return leaves
}

function lastName(path: readonly string[]): string {
  return path.findLast((name) => name !== '[]') ?? ''
}

export function findText(leaves: readonly Leaf[], name: string): string {
  const found = leaves.find((leaf) => leaf.name === name && hasText(leaf))
  return String(found?.value ?? '')
}

function hasText({ value }: Leaf): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value !== '')
}

/**
 * An error in OpenAI's shape, wherever a server puts its code and its texts. What it repeats of the
 * request is left out.
 */
export function readError(all: readonly Leaf[]) {
  const leaves = all.filter(({ path }) => !path.some((name) => /^(input|request)$/.test(name)))
  const texts = leaves.filter(hasText).map(({ value }) => `"${value}"`)
  return {
    message: texts.join(' ') || 'no words',
    code: findText(leaves, 'code'),
    param: findText(leaves, 'param'),
  }
}
