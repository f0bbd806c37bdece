type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

/**
 * Index of the nearest box in the direction of an arrow key, among those beside (left, right) or
 * above and below. -1 without one.
 */
export function findNearest(from: Box, boxes: Box[], key: string): number {
  const distances = boxes.map((box) => distanceTo(box, from, key))
  const nearest = Math.min(...distances)
  return Number.isFinite(nearest) ? distances.indexOf(nearest) : -1
}

/** Infinite for a box that does not lie in the direction of the key. */
function distanceTo(box: Box, from: Box, key: string): number {
  const isSideways = key === 'ArrowLeft' || key === 'ArrowRight'
  const sign = key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1
  const right = middleX(box) - middleX(from)
  const down = middleY(box) - middleY(from)
  const ahead = sign * (isSideways ? right : down)
  const across = Math.abs(isSideways ? down : right)
  const isBeside = isSideways
    ? box.top < from.bottom && box.bottom > from.top
    : box.left < from.right && box.right > from.left
  return isBeside && ahead > 1 ? ahead + across / 10 : Number.POSITIVE_INFINITY
}

const middleX = ({ left, right }: Box) => (left + right) / 2
const middleY = ({ top, bottom }: Box) => (top + bottom) / 2

const reach = 6

/**
 * Moves the focus with the arrow keys, within a card and to the cards around it. At the end of a
 * row, to the next card.
 */
export function handleArrowKey(event: KeyboardEvent): void {
  const { key, target, currentTarget } = event
  if (!isPlainArrow(event)) return
  if (!(target instanceof Element) || !(currentTarget instanceof Element)) return
  const card = target.closest('article')
  if (!card) return
  const cards = [...currentTarget.querySelectorAll('article')]
  const at = cards.indexOf(card)
  const controls = cards.slice(Math.max(0, at - reach), at + reach + 1).flatMap(listControls)
  const boxes = controls.map((control) => control.getBoundingClientRect())
  const nearest = controls[findNearest(target.getBoundingClientRect(), boxes, key)]
  const next = nearest ?? firstStop(cardBeside(cards, at, key))
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** The card before or after in the order of the page, for the end of a row. */
function cardBeside(cards: Element[], at: number, key: string): Element | undefined {
  if (key === 'ArrowRight') return cards[at + 1]
  return key === 'ArrowLeft' ? cards[at - 1] : undefined
}

function isPlainArrow({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return /^Arrow(Left|Right|Up|Down)$/.test(key) && !altKey && !ctrlKey && !metaKey && !shiftKey
}

/** The card's one Tab stop. */
function firstStop(card: Element | undefined): HTMLElement | undefined {
  return card && listControls(card).find(({ tabIndex }) => tabIndex === 0)
}

function listControls(card: Element): HTMLElement[] {
  const all = card.querySelectorAll<HTMLElement>('a, button, input, summary')
  return [...all].filter((control) => control.checkVisibility({ visibilityProperty: true }))
}
