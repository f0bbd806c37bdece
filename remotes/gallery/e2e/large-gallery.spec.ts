import { expect, test } from '@encre/shell/e2e/fixtures'
import { measureActions, measureHeap, openLargeGallery } from './large-gallery.ts'

// A trace records the whole page at each action, on the thread that is measured.
test.use({ trace: 'off' })

/**
 * Twice the time that a quiet machine is allowed (`docs/benchmarks.md`): the processor's time also grows when other processes use its
 * caches. Without groups that the browser skips, one more page and a delete take three times theirs.
 */
const mostMilliseconds = 300
/** Of one card, with what React and the page keep of it. */
const mostBytesPerCard = 16_000

test('with 2,400 cards each action stays short, and memory grows by the card', async ({ site: { page, signUp } }) => {
  await signUp()
  await openLargeGallery(page, 240)
  const small = await measureHeap(page)
  await openLargeGallery(page, 2400)
  expect((await measureHeap(page)) - small).toBeLessThan(2160 * mostBytesPerCard)
  const costs = await measureActions(page)
  const slow = Object.entries(costs).filter(([, { milliseconds }]) => !(milliseconds <= mostMilliseconds))
  expect(slow).toEqual([])
})
