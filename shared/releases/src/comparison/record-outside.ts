// These functions run in the page: `recorder.ts` sends their text there.

export function describeTarget(target: EventTarget): string {
  if (target === window) return 'window'
  if (target === document) return 'document'
  if (!(target instanceof Element)) return target.constructor.name
  const classes = [...target.classList].map((name) => ` .${name}`).join('')
  return `<${target.localName}${target.id && ` id="${target.id}"`}>${classes}`
}

/** A line for each element outside of the remote's, with its attributes, and one for its style. */
export function listOutside(): string[] {
  const lines: string[] = []
  const add = (element: Element) => {
    const { localName } = element
    // The files of remotes, and what `announce` and `notify` show, are theirs.
    const source = element.getAttribute('src') ?? element.getAttribute('href') ?? ''
    if (isSaid(element) || source.includes('/remotes/')) return
    // The shell renews the session in a frame.
    if (localName === 'iframe' && source.includes('/authorize?')) return
    // The shell writes the language and the classes of the header by the route.
    const attributes = [...element.attributes]
      .filter(({ name }) => name !== 'lang' && name !== 'class')
      .map(({ name, value }) => ` ${name}="${value.slice(0, 120)}"`)
      .sort()
    const texts = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
    const text = texts.map(({ nodeValue }) => nodeValue?.trim()).join('')
    const shown = localName === 'title' ? '' : text.slice(0, 120)
    lines.push(`<${localName}${attributes.join('')}>${shown}`, ...listStyles(element))
    if (localName === 'main') return
    for (const child of element.children) add(child)
  }
  const { scrollX, scrollY } = window
  add(document.documentElement)
  scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' })
  return [...lines, ...listSheets()]
}

function isSaid(element: Element): boolean {
  return element.matches('[aria-live], [role=status], aside[aria-label="Notifications"]')
}

function listStyles(element: Element): string[] {
  if (!element.matches('html, body, main, body > *, header *, footer *')) return []
  const name = describeTarget(element)
  const style = getComputedStyle(element)
  // The height of these depends on the page that they hold.
  const grows = element.matches('html, body, main, #root')
  const grown = /^(block-size|height|perspective-origin|transform-origin)$/
  const values = [...style]
    .filter((key) => !grows || !grown.test(key))
    .map((key) => `${key}: ${style.getPropertyValue(key)}`)
  const isCovered = element.matches('a') && element.checkVisibility() && !isReachable(element)
  return [
    `${name} has the style ${values.join('; ')}`,
    ...(isCovered ? [`${name} "${element.textContent}" under something else`] : []),
  ]
}

/** Scrolls: what covers an element at the edge of the window may not do so in its middle. */
function isReachable(element: Element): boolean {
  if (document.querySelector('dialog[open], :popover-open')) return true
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { x, y, width, height } = element.getBoundingClientRect()
  const found = document.elementFromPoint(x + width / 2, y + height / 2)
  return found === null || element.contains(found) || isSaid(found.closest('aside') ?? found)
}

function listSheets(): string[] {
  const sheets = [...document.styleSheets]
    .filter(({ href }) => !href?.includes('/remotes/'))
    .map(({ href, cssRules }) => `the style sheet ${href ?? 'inline'} of ${cssRules.length} rules`)
  const adopted = document.adoptedStyleSheets.map(
    ({ cssRules }) => `an adopted style sheet: ${cssRules[0]?.cssText.slice(0, 80) ?? 'empty'}`,
  )
  return [...sheets, ...adopted]
}

export const outsideFunctions = [
  describeTarget,
  listOutside,
  isSaid,
  listStyles,
  isReachable,
  listSheets,
]
