type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

/** Index of the nearest box in the direction of an arrow key, among those beside (left, right) or above and below. -1 without one. */
export function findNearest(from: Box, boxes: Box[], key: string): number {
  const isSideways = key === 'ArrowLeft' || key === 'ArrowRight'
  const sign = key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1
  const [ahead, across] = isSideways ? [middleX, middleY] : [middleY, middleX]
  const distances = boxes.map((box) => {
    const isBeside = isSideways ? box.top < from.bottom && box.bottom > from.top : box.left < from.right && box.right > from.left
    const distance = sign * (ahead(box) - ahead(from))
    return isBeside && distance > 1 ? distance + Math.abs(across(box) - across(from)) / 10 : Number.POSITIVE_INFINITY
  })
  const nearest = Math.min(...distances)
  return Number.isFinite(nearest) ? distances.indexOf(nearest) : -1
}

const middleX = ({ left, right }: Box) => (left + right) / 2
const middleY = ({ top, bottom }: Box) => (top + bottom) / 2

const reach = 6

/** Moves the focus with the arrow keys, within a card and to the cards around it. At the end of a row, to the next card. */
export function handleArrowKey(event: KeyboardEvent): void {
  const { key, target, currentTarget } = event
  const card = target instanceof Element && target.closest('article')
  if (
    !card ||
    !(currentTarget instanceof Element) ||
    !/^Arrow(Left|Right|Up|Down)$/.test(key) ||
    event.altKey ||
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey
  )
    return
  const cards = [...currentTarget.querySelectorAll('article')]
  const at = cards.indexOf(card)
  const near = cards.slice(Math.max(0, at - reach), at + reach + 1)
  const controls = near.flatMap(listControls)
  const boxes = controls.map((control) => control.getBoundingClientRect())
  const beside = key === 'ArrowRight' ? cards[at + 1] : key === 'ArrowLeft' ? cards[at - 1] : undefined
  const next = controls[findNearest(target.getBoundingClientRect(), boxes, key)] ?? (beside && listControls(beside).find(isStop))
  if (!next) return
  event.preventDefault()
  next.focus()
}

const isStop = ({ tabIndex }: HTMLElement) => tabIndex === 0

function listControls(card: Element): HTMLElement[] {
  const all = card.querySelectorAll<HTMLElement>('a, button, input, summary')
  return [...all].filter((control) => control.checkVisibility({ visibilityProperty: true }))
}
