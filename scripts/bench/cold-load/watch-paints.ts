/**
 * Runs in the page before its own scripts. The browser's largest contentful paint counts elements
 * that have left, so a skeleton as large as the page would always win: this measures when the
 * largest text or image that is there at the end was first painted.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the browser gets this function as text, alone.
export function watchPaints(): void {
  const paintedAt = new WeakMap<Node, number>()
  let shift = 0

  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      shift += Number(Reflect.get(entry, 'value'))
    }
  }).observe({ type: 'layout-shift', buffered: true })

  /** A task after the next frame: what is in the document now is on the screen then. */
  function afterPaint(run: (time: number) => void): void {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => run(performance.now())
      port2.postMessage(null)
    })
  }

  function recordText(nodes: Node[]): void {
    const texts = nodes.flatMap((node) => {
      if (node.nodeType === Node.TEXT_NODE) return [node]
      if (!(node instanceof Element)) return []
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
      const found: Node[] = []
      while (walker.nextNode()) {
        found.push(walker.currentNode)
      }
      return found
    })
    if (texts.length === 0) return
    afterPaint((time) => {
      for (const text of texts) {
        if (!paintedAt.has(text)) paintedAt.set(text, time)
      }
    })
  }

  const watched = {
    button: 0,
    read() {
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      const firstPaint = paint?.startTime ?? Number.NaN
      const largest = findLargest()
      return {
        firstPaint,
        largestPaint: Math.max(firstPaint, largest),
        shift,
        button: watched.button,
      }
    },
  }

  /** A button of a skeleton does nothing yet. */
  function findButton(): void {
    if (watched.button > 0) return
    const found = [...document.querySelectorAll('button')].some(
      (button) => button.textContent?.trim() === 'Générer' && !button.closest('[inert]'),
    )
    if (found) watched.button = performance.now()
  }

  function areaInWindow({ left, right, top, bottom }: DOMRect): number {
    const width = Math.min(right, innerWidth) - Math.max(left, 0)
    const height = Math.min(bottom, innerHeight) - Math.max(top, 0)
    return width > 0 && height > 0 ? width * height : 0
  }

  function findLargest(): number {
    let largest = 0
    let time = 0
    const offer = (area: number, painted: number | undefined) => {
      if (area <= largest) return
      largest = area
      time = painted ?? 0
    }
    for (const image of document.images) {
      if (image.complete) offer(areaInWindow(image.getBoundingClientRect()), paintedAt.get(image))
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const text = walker.currentNode
      if (!text.textContent?.trim() || text.parentElement?.closest('script, style, noscript'))
        continue
      const range = document.createRange()
      range.selectNodeContents(text)
      offer(areaInWindow(range.getBoundingClientRect()), paintedAt.get(text))
    }
    return time
  }

  const observer = new MutationObserver((records) => {
    findButton()
    recordText(
      records.flatMap((record) =>
        record.type === 'characterData' ? [record.target] : [...record.addedNodes],
      ),
    )
  })
  observer.observe(document, { childList: true, characterData: true, subtree: true })
  document.addEventListener(
    'load',
    ({ target }) => {
      if (target instanceof HTMLImageElement) afterPaint((time) => paintedAt.set(target, time))
    },
    true,
  )
  Object.assign(window, { watched })
}
