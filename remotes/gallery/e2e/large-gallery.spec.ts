import { expect, test } from '@encre/shell/e2e/fixtures'
import { measureActions, measureHeap, openLargeGallery } from './large-gallery.ts'

// A trace records the whole page at each action, on the thread that is measured.
test.use({ trace: 'off' })

/** Twice what a quiet machine may take (`docs/benchmarks.md`): the processor's time also grows when other processes use its caches. */
const mostMilliseconds = 300
/** Elements that the browser styles or lays out at once: those of some groups, not of all 2,400 cards. */
const mostElements = 1500
/** The heap of one card, including the objects that React and the page keep for it. */
const mostBytesPerCard = 16_000

test('with 2,400 cards each action stays short, and memory grows by the card', async ({ site: { page, signUp }, browser }) => {
  await signUp()
  await openLargeGallery(page, 240)
  const smallHeap = await measureHeap(page)
  await openLargeGallery(page, 2400)
  expect((await measureHeap(page)) - smallHeap).toBeLessThan(2160 * mostBytesPerCard)

  await browser.startTracing(page, { categories: ['devtools.timeline'] })
  const costs = await measureActions(page)
  const elements = countElements((await browser.stopTracing()).toString())
  expect(Object.entries(costs).filter(([, { milliseconds }]) => !(milliseconds <= mostMilliseconds))).toEqual([])
  expect(elements.length).toBeGreaterThan(10)
  expect(Math.max(...elements)).toBeLessThan(mostElements)
})

interface TraceEvent {
  name: string
  args?: { elementCount?: number; beginData?: { dirtyObjects?: number } }
}

/** How many elements each update of styles and each layout had to compute. */
function countElements(trace: string): number[] {
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace)
  return traceEvents.flatMap(({ name, args }) => {
    const count = name === 'Layout' ? args?.beginData?.dirtyObjects : name === 'UpdateLayoutTree' ? args?.elementCount : undefined
    return count === undefined ? [] : [count]
  })
}
