/** Does the work for each item, `count` at the same time. Stops at the first failure. */
export async function inLanes<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  count: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
  let next = Promise.resolve<IteratorResult<Item> | null>(null)
  const take = () => {
    next = next.then(() => iterator.next())
    return next
  }
  const lane = async () => {
    for (let item = await take(); item && !item.done; item = await take()) await work(item.value)
  }
  await Promise.all(Array.from({ length: count }, lane))
}
