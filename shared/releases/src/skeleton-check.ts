import { skeletonId } from '@encre/protocol/prerendered-page'
import type { Skeleton } from '@encre/protocol/release'
import { hashStyles, sizeAfterGzip } from '@encre/protocol/served-file'
import { isSitePath } from '@encre/protocol/site-path'
import { notPlain } from '@encre/protocol/typed-text'
import {
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  html as dom,
  parse,
  serialize,
} from 'parse5'

type Element = DefaultTreeAdapterTypes.Element

/**
 * The largest size of a skeleton, its HTML and its styles together, in bytes after gzip. It is part
 * of the first answer to every visitor.
 */
export const skeletonBudget = 6 * 1024

/** The elements of our pages. They show something, load nothing and ask for no secret. */
const elements = new Set(
  `a article b br button circle dd div dl dt ellipse em fieldset footer form g h1 h2 h3 header hr input label legend li line nav ol
  option p path polygon polyline rect search section select small span strong svg textarea ul`.split(
    /\s+/,
  ),
)
/** Their attributes. None loads, sends, runs or reorders anything. */
const attributes = new Set(
  `accept autocapitalize autocomplete capture checked class cx cy d disabled enterkeyhint fill for height hidden href id inputmode
  lang max maxlength min name novalidate placeholder points r readonly role rows rx ry selected spellcheck step stroke
  stroke-dasharray stroke-linecap stroke-linejoin stroke-width tabindex transform translate type value viewBox width x x1 x2 y y1 y2`.split(
    /\s+/,
  ),
)
const attributeFamily = /^(aria|data)-[a-z-]+$/
const inputTypes = /^(button|checkbox|email|file|number|radio|range|search|submit|text)$/
/** Beside what `css-leaks.ts` refuses. An escape can spell any of the words. */
const forbiddenCss = /\\|<[/!]|url\(|src\(|image-set\(|expression\(|unicode-bidi|\p{Bidi_Control}/iu
/** Attributes with the ids of elements. */
const references =
  /^(id|for|list|form|headers|aria-(labelledby|describedby|controls|owns|details|activedescendant|errormessage|flowto))$/

/** The reasons why a site does not show a remote's skeleton, one sentence each. */
export async function findSkeletonDefects(
  { html, css, styleHash }: Skeleton,
  remote: string,
): Promise<string[]> {
  const defects = [...findHtmlDefects(html, remote)]
  const [forbidden] = forbiddenCss.exec(css) ?? []
  if (forbidden) defects.push(`its styles contain ${forbidden}`)
  if (styleHash !== (await hashStyles(css))) defects.push('its hash is not that of its styles')
  const bytes = await sizeAfterGzip(css, html)
  if (bytes > skeletonBudget)
    defects.push(`it has ${bytes} bytes after gzip, the budget is ${skeletonBudget}`)
  return defects
}

/**
 * The HTML as a browser would write it, with the remote's name before each id: the form that
 * `findSkeletonDefects` accepts.
 */
export function prepareSkeletonHtml(html: string, remote: string): string {
  const { slot } = parseInSlot(html)
  const prefix = (ids: string) => ids.replace(/\S+/g, (id) => `${remote}-${id}`)
  for (const { attrs } of listElements(slot)) {
    for (const attribute of attrs) {
      if (references.test(attribute.name)) attribute.value = prefix(attribute.value)
    }
  }
  return serialize(slot)
}

function findHtmlDefects(html: string, remote: string): Set<string> {
  const defects = new Set<string>()
  const { slot, staysInSlot } = parseInSlot(html)
  const found = listElements(slot)
  for (const element of found) {
    if (!elements.has(element.tagName.toLowerCase()))
      defects.add(`it contains <${element.tagName}>`)
    for (const attribute of element.attrs) {
      const defect = findAttributeDefect(element, attribute, remote)
      if (defect) defects.add(defect)
    }
  }
  if (!staysInSlot || serialize(slot) !== html)
    defects.add(
      'a browser reads its HTML as another: close every element, and write it as React does',
    )
  if (html.includes('<!')) defects.add('it contains a comment or a declaration')
  if (notPlain.test(listTexts(slot).join('')))
    defects.add('it has characters that reorder or hide its text')
  if (!found.some(({ tagName }) => tagName === 'h1'))
    defects.add('it has no <h1> with the title of the page')
  return defects
}

/** `value` is without entities. */
function findAttributeDefect(
  { tagName, namespaceURI }: Element,
  { name, value, prefix }: Element['attrs'][number],
  remote: string,
): string | null {
  const isDrawing = namespaceURI === dom.NS.SVG
  // A form's name replaces a property of the document, such as `getElementById`.
  const isAllowed = attributes.has(name) || attributeFamily.test(name)
  if (!isAllowed || prefix || (name === 'name' && tagName === 'form'))
    return `it has the attribute ${name}`
  if (tagName === 'input' && name === 'type' && !inputTypes.test(value))
    return `it has an input of the type ${value}`
  if (name === 'autocomplete' && /password|otp|cc-/i.test(value)) return `it asks for a ${value}`
  if (name === 'id' && !value.startsWith(`${remote}-`))
    return `it has the id ${value}, which does not start with ${remote}-`
  if (name === 'href' && (tagName !== 'a' || isDrawing || !isSitePath(value)))
    return `it has a link to ${value}`
  if (isDrawing && /\\|url\(/i.test(value)) return `it draws with ${value}`
  return null
}

/**
 * Reads the HTML where a page has it. `staysInSlot` says that the slot contains all of it, and that
 * what follows the slot still follows it.
 */
function parseInSlot(html: string): { slot: Element; staysInSlot: boolean } {
  const page = parse(`<!doctype html><body><main><div id="${skeletonId}">${html}</div><hr></main>`)
  const body = listElements(page).find(({ tagName }) => tagName === 'body')
  const [main, ...besideMain] = body?.childNodes ?? []
  const [slot, next, ...afterNext] = main && 'childNodes' in main ? main.childNodes : []
  if (!slot || !defaultTreeAdapter.isElementNode(slot)) throw new Error('a parsed page has no slot')
  return {
    slot,
    staysInSlot: next?.nodeName === 'hr' && afterNext.length === 0 && besideMain.length === 0,
  }
}

/** The texts and the values of attributes, without entities. */
function listTexts(parent: DefaultTreeAdapterTypes.ParentNode): string[] {
  return parent.childNodes.flatMap((node) => {
    if (defaultTreeAdapter.isTextNode(node)) return [node.value]
    if (!defaultTreeAdapter.isElementNode(node)) return []
    return [...node.attrs.map(({ value }) => value), ...listTexts(node)]
  })
}

function listElements(parent: DefaultTreeAdapterTypes.ParentNode): Element[] {
  return parent.childNodes
    .filter(defaultTreeAdapter.isElementNode)
    .flatMap((element) => [element, ...listElements(element)])
}
