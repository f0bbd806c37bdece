/** Does the work for each item, `count` at the same time. Stops at the first failure. */
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
  await Promise.all(Array.from({ length: count }, lane))
}

async function* each<Item>(items: Iterable<Item> | AsyncIterable<Item>): AsyncGenerator<Item> {
  yield* items
}
