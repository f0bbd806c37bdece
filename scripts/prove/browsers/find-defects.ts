/**
 * Runs in the page. Returns the defects of its geometry: sideways scrolling, clipped texts, texts
 * outside their control, texts and controls that overlap, labels of two lines, cut labels, broken
 * images, a missing typeface, texts of `lines` that do not stand on one line, and elements of the
 * selectors `inView` that are not whole and on top in the window.
 */
export function findDefects({
  lines,
  isWide,
  inView = [],
}: {
  lines: string[][]
  isWide: boolean
  inView?: string[]
}): string[] {
  interface Box {
    name: string
    element: Element
    rect: DOMRect
  }
  const controls = 'a, button, input, select, textarea, summary, [role="tab"]'
  // The content area of a line is higher than its letters, which take about this part of the font
  // size.
  const letterHeight = 0.75
  const tolerance = 2

  const dialog = document.querySelector('dialog:modal')
  const scope = dialog ?? document.body
  const isVisible = (element: Element) =>
    element.checkVisibility({
      visibilityProperty: true,
      opacityProperty: true,
      contentVisibilityAuto: true,
    }) && !hasAncestor(element, (style) => style.clipPath === 'inset(50%)')

  function hasAncestor(element: Element, test: (style: CSSStyleDeclaration) => boolean): boolean {
    for (let node: Element | null = element; node; node = node.parentElement) {
      if (test(getComputedStyle(node))) return true
    }
    return false
  }

  /** What a box and those around it show: a row that scrolls hides the rest, and so does an ellipsis. */
  function shownPart(element: Element, rect: DOMRect): DOMRect {
    let { left, right } = rect
    for (let node: Element | null = element; node; node = node.parentElement) {
      if (getComputedStyle(node).overflowX === 'visible') continue
      const frame = node.getBoundingClientRect()
      left = Math.max(left, frame.left)
      right = Math.min(right, frame.right)
    }
    return new DOMRect(left, rect.y, Math.max(0, right - left), rect.height)
  }

  function listTexts(): Box[] {
    const found: Box[] = []
    const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      const name = node.textContent?.replace(/\s+/g, ' ').trim()
      if (
        !name ||
        !element ||
        element.closest('svg, script, style, template, option') ||
        !isVisible(element)
      )
        continue
      const range = document.createRange()
      range.selectNodeContents(node)
      // None for words that an icon replaces: they have no size, and WebKit may keep their width.
      const height = letterHeight * Number.parseFloat(getComputedStyle(element).fontSize)
      for (const { x, y, width, height: full } of range.getClientRects()) {
        if (width > 1 && height > 0)
          found.push({
            name: `“${name.slice(0, 40)}”`,
            element,
            rect: new DOMRect(x, y + (full - height) / 2, width, height),
          })
      }
    }
    return found
  }

  function listControls(): Box[] {
    return [...scope.querySelectorAll(controls)].filter(isVisible).flatMap((element) => {
      const label =
        element.getAttribute('aria-label') ?? element.getAttribute('name') ?? element.textContent
      const name = `${element.tagName.toLowerCase()} “${label?.replace(/\s+/g, ' ').trim().slice(0, 40)}”`
      return [...element.getClientRects()]
        .filter(({ width }) => width > 1)
        .map((rect) => ({ name, element, rect }))
    })
  }

  const overlap = (a: DOMRect, b: DOMRect) => ({
    x: Math.min(a.right, b.right) - Math.max(a.left, b.left),
    y: Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
  })
  /** Sticky and fixed elements lie over the content on purpose. */
  const isFloating = (element: Element) =>
    hasAncestor(element, ({ position }) => position === 'sticky' || position === 'fixed')

  const texts = listTexts()
  const boxes = listControls()
  const all = [...texts, ...boxes]

  function findSidewaysScroll(): string[] {
    const { scrollWidth } = document.documentElement
    if (scrollWidth <= innerWidth) return []
    const wide = all.find(({ rect }) => rect.right > innerWidth + 1)
    return [`scrolls sideways: ${scrollWidth} px in ${innerWidth}${wide ? `, ${wide.name}` : ''}`]
  }

  function findClipping({ name, element, rect }: Box): string[] {
    const found: string[] = []
    const hides = (value: string) => value === 'hidden' || value === 'clip'
    const isWider = (frame: DOMRect) =>
      rect.left < frame.left - tolerance || rect.right > frame.right + tolerance
    const isHigher = (frame: DOMRect) =>
      rect.top < frame.top - tolerance || rect.bottom > frame.bottom + tolerance
    for (let node: Element | null = element; node; node = node.parentElement) {
      if (isCutOnPurpose(node)) break
      const style = getComputedStyle(node)
      const frame = node.getBoundingClientRect()
      if (hides(style.overflowX) && isWider(frame)) found.push(`${name} is clipped sideways`)
      if (hides(style.overflowY) && isHigher(frame)) found.push(`${name} is clipped`)
    }
    return found
  }

  /** By an ellipsis. */
  function isCutOnPurpose(element: Element): boolean {
    const { textOverflow, webkitLineClamp } = getComputedStyle(element)
    return textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
  }

  /** Texts outside their control, a label of two lines, and one that is cut. */
  function findLabelDefects({ element, name, rect }: Box): string[] {
    if (getComputedStyle(element).display === 'inline') return []
    const own = texts.filter((text) => element.contains(text.element))
    const isOutside = (text: Box) =>
      text.rect.left < rect.left - tolerance ||
      text.rect.right > rect.right + tolerance ||
      text.rect.top < rect.top - tolerance ||
      text.rect.bottom > rect.bottom + tolerance
    const outside = own.filter((text) => isOutside(text) && !isCutOnPurpose(text.element))
    const found = outside.map((text) => `${text.name} is outside of ${name}`)
    const isBroken = own.some((a) =>
      own.some((b) => a.element === b.element && overlap(a.rect, b.rect).y <= 0),
    )
    // What opens a fold says in it what is chosen, as long as that is.
    const isLabel = element.matches('button:not([aria-expanded]), a')
    if (isWide && isLabel && isBroken) found.push(`${name} has two lines`)
    const isCut = own.some(
      (text) => isCutOnPurpose(text.element) && text.element.scrollWidth > text.element.clientWidth,
    )
    if (isWide && element.matches('button') && isCut) found.push(`${name} is cut`)
    return found
  }

  function findOverlaps(a: Box, others: Box[]): string[] {
    return others.flatMap((b) => {
      const { x, y } = overlap(a.rect, b.rect)
      if (
        x <= tolerance ||
        y <= tolerance ||
        a.element.contains(b.element) ||
        b.element.contains(a.element)
      )
        return []
      if (isFloating(a.element) !== isFloating(b.element)) return []
      return [`${a.name} and ${b.name} overlap by ${Math.round(x)} x ${Math.round(y)} px`]
    })
  }

  function findBrokenImages(): string[] {
    return [...scope.querySelectorAll('img')]
      .filter((image) => isVisible(image) && image.complete && image.naturalWidth === 0)
      .map(({ alt }) => `the image “${alt.slice(0, 40)}” is broken`)
  }

  /** Every page shows this one. */
  function findMissingTypeface(): string[] {
    const applies = [...document.fonts].some(
      ({ family, status }) => /^"?Hanken Grotesk"?$/.test(family) && status === 'loaded',
    )
    return applies ? [] : ['Hanken Grotesk does not apply']
  }

  function findBrokenLine(line: string[]): string[] {
    const found = line.map((text) =>
      texts.find(({ name }) => name === `“${text}”` || name.startsWith(`“${text} ·`)),
    )
    const missing = line.filter((_, index) => !found[index])
    if (missing.length > 0) return [`there is no text ${missing.join(', ')}`]
    const rects = found.flatMap((text) => (text ? [text.rect] : []))
    const centres = rects.map((rect) => (rect.top + rect.bottom) / 2)
    const spread = Math.max(...centres) - Math.min(...centres)
    if (spread <= Math.max(...rects.map(({ height }) => height)) / 2) return []
    return [`${line.join(', ')} are not on one line: ${Math.round(spread)} px apart`]
  }

  function findOutOfView(selector: string): string[] {
    const found = [...scope.querySelectorAll(selector)].filter(isVisible)
    if (found.length === 0) return [`there is no ${selector}`]
    return found.flatMap((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const inset = 3
      const across = [left + inset, (left + right) / 2, right - inset]
      const down = [top + inset, (top + bottom) / 2, bottom - inset]
      const covered = down
        .flatMap((y) => across.map((x) => ({ x, y, hit: document.elementFromPoint(x, y) })))
        .find(({ hit }) => !hit || !element.contains(hit))
      if (!covered) return []
      const place = `${Math.round(covered.x)}, ${Math.round(covered.y)}`
      return [`${selector} is not on top at ${place}: ${covered.hit?.localName ?? 'outside'}`]
    })
  }

  const shown = all.map((box) => ({ ...box, rect: shownPart(box.element, box.rect) }))
  const defects = [
    ...findSidewaysScroll(),
    ...texts.flatMap(findClipping),
    ...boxes.flatMap(findLabelDefects),
    ...shown.flatMap((box, index) => findOverlaps(box, shown.slice(index + 1))),
    ...findBrokenImages(),
    ...findMissingTypeface(),
    ...lines.flatMap(findBrokenLine),
    ...inView.flatMap(findOutOfView),
  ]
  return [...new Set(defects)]
}
