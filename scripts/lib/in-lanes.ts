/**
 * Does the work for each item, `count` at the same time. After a failure no other item begins, and
 * the failure is thrown when what was begun has ended: whoever cleans up then is alone.
 */
export async function inLanes<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  count: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  // An async generator answers its callers one after the other.
  const shared = each(items)
  const lane = async () => {
    for await (const item of shared) {
      await work(item)
    }
  }
  const lanes = Array.from({ length: count }, lane)
  await Promise.allSettled(lanes)
  await Promise.all(lanes)
}

async function* each<Item>(items: Iterable<Item> | AsyncIterable<Item>): AsyncGenerator<Item> {
  yield* items
}
