import {
  type AtRule,
  type ChildNode,
  CssSyntaxError,
  type Declaration,
  parse,
  type Root,
  type Rule,
} from 'postcss'
import parseSelectors, {
  type Pseudo,
  type Selector,
  type Node as SelectorNode,
} from 'postcss-selector-parser'

interface Ownership {
  /** The cascade layer of the remote, `remotes.gallery`. Its sublayers are its own too. */
  layer: string
  isOwnClass(name: string): boolean
  /** Whether the `@keyframes` of this name belong to this remote alone. */
  isOwnAnimation(name: string): boolean
}

/** One place where a stylesheet reaches beyond its remote. */
export interface CssLeak {
  line: number
  reason: string
}

/**
 * At-rules that only add a condition. All others that are not handled below have an effect on the
 * whole page.
 */
const conditions = ['media', 'supports', 'container', 'starting-style']

/**
 * What reaches beyond the remote: rules outside its layer, selectors that match foreign elements,
 * `!important`, names of the whole page.
 */
export function findCssLeaks(css: Root, ownership: Ownership): CssLeak[] {
  const leaks: CssLeak[] = []
  css.walk((node) => {
    const line = node.source?.start?.line ?? 1
    for (const reason of judge(node, ownership)) {
      leaks.push({ line, reason })
    }
  })
  return leaks
}

function judge(node: ChildNode, ownership: Ownership): string[] {
  if (node.type === 'decl') return judgeDeclaration(node)
  if (node.type === 'rule') return judgeRule(node, ownership)
  return node.type === 'atrule' ? judgeAtRule(node, ownership) : []
}

/**
 * `findCssLeaks` for a stylesheet that `remoteConfig` built, or for the styles of a skeleton: class
 * names start with the remote's name and version.
 */
export function findBuiltCssLeaks(
  { name, version }: { name: string; version: string },
  css: string,
): CssLeak[] {
  const isOwn = (one: string) => one.startsWith(`${name}_${version}_`)
  const ownership = { layer: `remotes.${name}`, isOwnClass: isOwn, isOwnAnimation: isOwn }
  try {
    return findCssLeaks(parse(css), ownership)
  } catch (error) {
    if (error instanceof CssSyntaxError) return [{ line: error.line ?? 1, reason: error.reason }]
    throw error
  }
}

const quoted = /"(\\.|[^"])*"|'(\\.|[^'])*'/gs

function judgeDeclaration({ prop, value, important }: Declaration): string[] {
  const reasons: string[] = []
  if (important) reasons.push(`${prop} is !important, which beats the shell's rules`)
  if (/^view-transition-name$/i.test(prop) && value !== 'none') {
    reasons.push('view-transition-name is a name of the whole page')
  }
  if (/^-\w+-text-security$/i.test(prop)) {
    reasons.push(`${prop} shows another text than the one that is read`)
  }
  // An escape can spell any of these words.
  const outsideOfStrings = `${prop}:${value.replace(quoted, '')}`
  if (outsideOfStrings.includes('\\')) reasons.push(`${prop} has an escape outside of a string`)
  return reasons
}

function judgeAtRule(node: AtRule, { layer, isOwnAnimation }: Ownership): string[] {
  const name = node.name.toLowerCase()
  const { params } = node
  if (conditions.includes(name)) return []
  if (name === 'layer') {
    const areOwn = params.split(',').every((part) => opensOwnLayer(node, part.trim(), layer))
    return areOwn ? [] : [`@layer ${params} is not in ${layer}`]
  }
  if (!isKeyframes(node)) return [`@${name} has an effect on the whole page`]
  return isOwnAnimation(params) ? [] : [`@keyframes ${params} is a name of the whole page`]
}

function isKeyframes(node: Container): boolean {
  return node.type === 'atrule' && /^(-\w+-)?keyframes$/i.test(node.name)
}

/**
 * `@layer remotes { @layer gallery { … } }` opens the own layer step by step. It must contain
 * nothing else.
 */
function opensOwnLayer(node: AtRule, name: string, layer: string): boolean {
  const opened = layerOf(node, name)
  return isInLayer(opened, layer) || (node.nodes !== undefined && isInLayer(layer, opened))
}

function judgeRule(rule: Rule, { layer, isOwnClass }: Ownership): string[] {
  const around = ancestorsOf(rule)
  if (around.some(isKeyframes)) return []
  const reasons: string[] = []
  if (!isInLayer(layerOf(rule), layer)) reasons.push(`${rule.selector} is not in @layer ${layer}`)
  const setsProperty = rule.nodes.some((node) => node.type === 'decl' && node.prop.startsWith('--'))
  const context: Context = { isOwnClass, isNested: around.some(({ type }) => type === 'rule') }
  for (const selector of parseSelectors().astSync(rule.selector).nodes) {
    const place = findSubject(selector, context)
    const advice = 'its last part needs a class of this remote'
    if (place === 'elsewhere') {
      reasons.push(`${String(selector).trim()} can match elements of others: ${advice}`)
    } else if (setsProperty && place === 'inside') {
      reasons.push(`${String(selector).trim()} sets a custom property: ${advice}`)
    }
  }
  return reasons
}

/**
 * The elements that a selector matches: `own`: they have a class of the remote; `inside`: an
 * ancestor has one.
 */
type Place = 'own' | 'inside' | 'elsewhere'

interface Context {
  isOwnClass(name: string): boolean
  /** The rule is inside another rule, which stands for `&`. */
  isNested: boolean
}

function findSubject(selector: Selector, context: Context): Place {
  const nodes = selector.nodes.filter(({ type }) => type !== 'comment')
  // `:global` without brackets makes every later class global.
  if (nodes.some(isOpenGlobal)) return 'elsewhere'
  // Without `&`, a nested selector starts at the elements of the outer rule.
  const startsAtOuter = context.isNested && !String(selector).includes('&')
  let place: Place = startsAtOuter ? 'own' : 'elsewhere'
  // A relative selector starts with a combinator.
  if (nodes[0]?.type !== 'combinator') place = follow(place, '')
  for (const node of nodes) {
    place =
      node.type === 'combinator'
        ? follow(place, node.value.trim())
        : nearer(place, placeOfNode(node, context))
  }
  return place
}

/** Where the elements after this combinator are, whatever they are. */
function follow(place: Place, combinator: string): Place {
  const isDescendant = combinator === '' || combinator === '>'
  // A sibling of an own element may be the shell's. A sibling of an element inside is inside too.
  if (place === 'own') return isDescendant ? 'inside' : 'elsewhere'
  return place
}

function nearer(one: Place, other: Place): Place {
  if (one === 'own' || other === 'own') return 'own'
  return one === 'inside' || other === 'inside' ? 'inside' : 'elsewhere'
}

function isOpenGlobal(node: SelectorNode): boolean {
  return node.type === 'pseudo' && node.value === ':global' && node.nodes.length === 0
}

function placeOfNode(node: SelectorNode, context: Context): Place {
  if (node.type === 'class') return context.isOwnClass(node.value) ? 'own' : 'elsewhere'
  if (node.type === 'nesting') return context.isNested ? 'own' : 'elsewhere'
  // Only elements of a skeleton have it.
  if (node.type === 'attribute') return node.attribute === 'data-style' ? 'own' : 'elsewhere'
  return node.type === 'pseudo' ? placeOfPseudo(node, context) : 'elsewhere'
}

function placeOfPseudo({ value, nodes }: Pseudo, context: Context): Place {
  if (value === ':local') return 'own'
  if (!/^:(is|where|matches|any)$/i.test(value)) return 'elsewhere'
  const branches = nodes.map((branch) => findSubject(branch, context))
  if (branches.includes('elsewhere')) return 'elsewhere'
  return branches.includes('inside') ? 'inside' : 'own'
}

function layerOf(node: ChildNode, ...own: string[]): string {
  const layers = ancestorsOf(node).filter((one) => one.type === 'atrule' && one.name === 'layer')
  const names = layers.map((one) => ('params' in one && one.params) || '(anonymous)')
  return [...names.reverse(), ...own].join('.')
}

function isInLayer(name: string, layer: string): boolean {
  return name === layer || name.startsWith(`${layer}.`)
}

type Container = AtRule | Rule

/** The at-rules and rules around a node, the innermost first. */
function ancestorsOf({ parent }: ChildNode): Container[] {
  return parent?.type === 'atrule' || parent?.type === 'rule'
    ? [parent as Container, ...ancestorsOf(parent as Container)]
    : []
}
