import postcss, { type AtRule, type Container, type Rule } from 'postcss'
import parseSelectors, { type Node as SelectorNode } from 'postcss-selector-parser'

/** States that an inert page never has. */
const interactiveStates =
  /^::?(hover|focus|focus-visible|focus-within|active|target|open|popover-open|user-invalid|-webkit-autofill)$/

/**
 * The rules of these stylesheets that can apply to this HTML as long as nobody uses it, in their
 * layers and conditions.
 */
export function extractCriticalCss(html: string, stylesheets: string[]): string {
  const used = listUsedNames(html)
  return stylesheets
    .map((text) => {
      const css = postcss.parse(text)
      keepUsed(css, used)
      return css.toString()
    })
    .join('')
}

interface UsedNames {
  classes: Set<string>
  elements: Set<string>
}

function listUsedNames(html: string): UsedNames {
  const attributes = [...html.matchAll(/ class="([^"]*)"/g)]
  const tags = [...html.matchAll(/<([a-z][a-z0-9]*)/gi)]
  return {
    classes: new Set(attributes.flatMap(([, names = '']) => names.split(/\s+/))),
    elements: new Set(tags.map(([, name = '']) => name)),
  }
}

function keepUsed(container: Container, used: UsedNames): void {
  container.each((node) => {
    if (node.type === 'comment') node.remove()
    if (node.type === 'rule') keepSelectors(node, used)
    if (node.type === 'atrule') keepUsedInside(node, used)
  })
}

function keepUsedInside(node: AtRule, used: UsedNames): void {
  // The animation that shows the sentence about a missing script.
  if (node.params === 'say-missing') return
  if (isLeftOut(node)) {
    node.remove()
    return
  }
  if (!node.nodes) return
  keepUsed(node, used)
  if (node.nodes.length === 0) node.remove()
}

/** Everything in a skeleton stands still, and nobody prints it. */
function isLeftOut({ name, params }: AtRule): boolean {
  return /keyframes$/.test(name) || (name === 'media' && /^print\b/.test(params))
}

function keepSelectors(rule: Rule, used: UsedNames): void {
  rule.selectors = rule.selectors.filter((selector) => canApply(selector, used))
  if (rule.selectors.filter(Boolean).length === 0) {
    rule.remove()
    return
  }
  const isNesting = rule.nodes.some(({ type }) => type === 'rule' || type === 'atrule')
  if (isNesting) keepUsed(rule, used)
}

function canApply(selector: string, used: UsedNames): boolean {
  const parsed = parseSelectors().astSync(selector)
  return parsed.nodes.some((one) => one.nodes.every((node) => isUsed(node, used)))
}

function isUsed(node: SelectorNode, used: UsedNames): boolean {
  if (node.type === 'class') return used.classes.has(node.value)
  if (node.type === 'tag') return used.elements.has(node.value)
  if (node.type !== 'pseudo') return true
  if (interactiveStates.test(node.value)) return false
  // `:is` and `:where` apply if one of their selectors does. `:not` may apply in any case.
  if (node.value !== ':is' && node.value !== ':where') return true
  if (node.nodes.length === 0) return true
  return node.nodes.some((one) => one.nodes.every((part) => isUsed(part, used)))
}
