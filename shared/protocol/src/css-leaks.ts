import { type AtRule, type ChildNode, CssSyntaxError, type Document, parse, type Root, type Rule } from 'postcss'
import parseSelectors, { type Selector, type Node as SelectorNode } from 'postcss-selector-parser'

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

/** At-rules that only add a condition. All others that are not handled below have an effect on the whole page. */
const conditions = ['media', 'supports', 'container', 'starting-style']

/** What reaches beyond the remote: rules outside its layer, selectors that match foreign elements, `!important`, names of the whole page. */
export function findCssLeaks(css: Root, ownership: Ownership): CssLeak[] {
  const leaks: CssLeak[] = []
  const add = (node: ChildNode, reason: string) => leaks.push({ line: node.source?.start?.line ?? 1, reason })
  css.walk((node) => {
    if (node.type === 'atrule') {
      const reason = judgeAtRule(node, ownership)
      if (reason) add(node, reason)
    } else if (node.type === 'rule' && !isInKeyframes(node)) {
      for (const reason of judgeRule(node, ownership)) add(node, reason)
    } else if (node.type === 'decl') {
      if (node.important) add(node, `${node.prop} is !important, which beats the shell's rules`)
      if (/^view-transition-name$/i.test(node.prop) && node.value !== 'none') add(node, 'view-transition-name is a name of the whole page')
      // An escape can spell any of these words.
      if (`${node.prop}:${node.value.replace(/"(\\.|[^"])*"|'(\\.|[^'])*'/gs, '')}`.includes('\\'))
        add(node, `${node.prop} has an escape outside of a string`)
    }
  })
  return leaks
}

/** `findCssLeaks` for a stylesheet that `remoteConfig` built, or for the styles of a skeleton: class names start with the remote's name and version. */
export function findBuiltCssLeaks({ name, version }: { name: string; version: string }, css: string): CssLeak[] {
  const isOwn = (one: string) => one.startsWith(`${name}_${version}_`)
  try {
    return findCssLeaks(parse(css), { layer: `remotes.${name}`, isOwnClass: isOwn, isOwnAnimation: isOwn })
  } catch (error) {
    if (error instanceof CssSyntaxError) return [{ line: error.line ?? 1, reason: error.reason }]
    throw error
  }
}

function judgeAtRule(node: AtRule, { layer, isOwnAnimation }: Ownership): string | null {
  const name = node.name.toLowerCase()
  if (conditions.includes(name)) return null
  if (name === 'layer') {
    const isOwn = node.params
      .split(',')
      .every((part) => isInLayer(layerOf(node.parent, part.trim()), layer) || isPrefix(node, part.trim(), layer))
    return isOwn ? null : `@layer ${node.params} is not in ${layer}`
  }
  if (/^(-\w+-)?keyframes$/.test(name)) return isOwnAnimation(node.params) ? null : `@keyframes ${node.params} is a name of the whole page`
  return `@${name} has an effect on the whole page`
}

/** `@layer remotes { @layer gallery { … } }` opens the own layer step by step. It must contain nothing else. */
function isPrefix(node: AtRule, name: string, layer: string): boolean {
  return node.nodes !== undefined && layer.startsWith(`${layerOf(node.parent, name)}.`)
}

function judgeRule(rule: Rule, { layer, isOwnClass }: Ownership): string[] {
  const reasons: string[] = []
  if (!isInLayer(layerOf(rule), layer)) reasons.push(`${rule.selector} is not in @layer ${layer}`)
  const setsProperty = rule.nodes.some((node) => node.type === 'decl' && node.prop.startsWith('--'))
  parseSelectors((root) => {
    for (const selector of root.nodes) {
      const place = findSubject(selector, { isOwnClass, isNested: isNested(rule) })
      const text = String(selector).trim()
      if (place === 'elsewhere') reasons.push(`${text} can match elements of others: its last part needs a class of this remote`)
      else if (setsProperty && place !== 'own') reasons.push(`${text} sets a custom property: its last part needs a class of this remote`)
    }
  }).processSync(rule.selector)
  return reasons
}

/** The elements that a selector matches: `own`: they have a class of the remote; `inside`: an ancestor has one. */
type Place = 'own' | 'inside' | 'elsewhere'

interface Context {
  isOwnClass(name: string): boolean
  /** The rule is inside another rule, which stands for `&`. */
  isNested: boolean
}

function findSubject(selector: Selector, context: Context): Place {
  const parts: { combinator: string; compound: SelectorNode[] }[] = [{ combinator: '', compound: [] }]
  for (const node of selector.nodes) {
    if (node.type === 'combinator') parts.push({ combinator: node.value.trim(), compound: [] })
    else if (node.type !== 'comment') parts.at(-1)?.compound.push(node)
  }
  // A relative selector starts with a combinator. Without `&`, it starts at the outer rule's elements.
  if (parts[0]?.compound.length === 0) parts.shift()
  const startsAtOuter = context.isNested && !String(selector).includes('&')
  let place: Place = startsAtOuter ? 'own' : 'elsewhere'
  for (const { combinator, compound } of parts) {
    const isDescendant = combinator === '' || combinator === '>'
    // A sibling of an own element may be the shell's. A sibling of an element inside is inside too.
    if (isDescendant && place === 'own') place = 'inside'
    if (!isDescendant && place === 'own') place = 'elsewhere'
    const own = placeOf(compound, context)
    if (own === 'own' || (own === 'inside' && place === 'elsewhere')) place = own
  }
  return place
}

function placeOf(compound: SelectorNode[], context: Context): Place {
  const places = compound.map((node): Place => {
    if (node.type === 'class') return context.isOwnClass(node.value) ? 'own' : 'elsewhere'
    if (node.type === 'nesting') return context.isNested ? 'own' : 'elsewhere'
    // Only elements of a skeleton have it.
    if (node.type === 'attribute') return node.attribute === 'data-style' ? 'own' : 'elsewhere'
    if (node.type !== 'pseudo') return 'elsewhere'
    if (node.value === ':local') return 'own'
    if (!/^:(is|where|matches|any)$/i.test(node.value)) return 'elsewhere'
    const branches = node.nodes.map((branch) => findSubject(branch, context))
    return branches.every((one) => one === 'own') ? 'own' : branches.includes('elsewhere') ? 'elsewhere' : 'inside'
  })
  // `:global` without brackets makes every later class global.
  if (compound.some((node) => node.type === 'pseudo' && node.value === ':global' && node.nodes.length === 0)) return 'elsewhere'
  return places.includes('own') ? 'own' : places.includes('inside') ? 'inside' : 'elsewhere'
}

function isNested(rule: Rule): boolean {
  return ancestorsOf(rule).some((node) => node.type === 'rule')
}

function isInKeyframes(rule: Rule): boolean {
  return ancestorsOf(rule).some((node) => node.type === 'atrule' && 'name' in node && /keyframes$/i.test(String(node.name)))
}

function layerOf(node: Parent, name?: string): string {
  const names = [node, ...ancestorsOf(node)]
    .filter((one): one is AtRule => one?.type === 'atrule' && 'name' in one && one.name === 'layer')
    .map((one) => one.params || '(anonymous)')
    .reverse()
  return [...names, ...(name === undefined ? [] : [name])].join('.')
}

function isInLayer(name: string, layer: string): boolean {
  return name === layer || name.startsWith(`${layer}.`)
}

type Parent = ChildNode | ChildNode['parent'] | Document | Root

function ancestorsOf(node: Parent): NonNullable<Parent>[] {
  const ancestors: NonNullable<Parent>[] = []
  for (let parent: Parent = node?.parent; parent; parent = parent.parent) ancestors.push(parent)
  return ancestors
}
