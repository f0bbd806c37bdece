import postcss, { type ChildNode, type Container, type Rule } from 'postcss'
import parseSelectors, { type Node as SelectorNode } from 'postcss-selector-parser'

/** States that an inert page never has. */
const interactiveStates = /^::?(hover|focus|focus-visible|focus-within|active|target|open|popover-open|user-invalid|-webkit-autofill)$/

/** The rules of these stylesheets that can apply to this HTML as long as nobody uses it, in their layers and conditions. */
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
  const classes = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/))
  return { classes: new Set(classes), elements: new Set([...html.matchAll(/<([a-z][a-z0-9]*)/gi)].map(([, name = '']) => name)) }
}

function keepUsed(container: Container<ChildNode>, used: UsedNames): void {
  container.each((node) => {
    if (node.type === 'comment') node.remove()
    else if (node.type === 'rule') keepSelectors(node, used)
    else if (node.type === 'atrule') {
      // Shows the sentence about a missing script. Everything else in a skeleton stands still, and nobody prints it.
      if (node.params === 'say-missing') return
      const isLeftOut = /keyframes$/.test(node.name) || (node.name === 'media' && /^print\b/.test(node.params))
      if (isLeftOut) node.remove()
      else if (node.nodes) {
        keepUsed(node, used)
        if (node.nodes.length === 0) node.remove()
      }
    }
  })
}

function keepSelectors(rule: Rule, used: UsedNames): void {
  const nested = rule.nodes.some((node) => node.type === 'rule' || node.type === 'atrule')
  rule.selectors = rule.selectors.filter((selector) => canApply(selector, used))
  if (rule.selectors.filter(Boolean).length === 0) rule.remove()
  else if (nested) keepUsed(rule, used)
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
  const isChoice = node.value === ':is' || node.value === ':where'
  return !isChoice || node.nodes.length === 0 || node.nodes.some((one) => one.nodes.every((part) => isUsed(part, used)))
}
