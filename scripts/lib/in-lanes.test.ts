import { expect, test } from 'vitest'
import { inLanes } from './in-lanes.ts'

test.each([
  ['a list', () => [1, 2, 3, 4, 5]],
  ['pages that arrive', () => arrive([1, 2, 3, 4, 5])],
])('does the work for each of %s once, no more than two at a time', async (_, items) => {
  const done: number[] = []
  let [running, most] = [0, 0]
  await inLanes(items(), 2, async (item) => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
    done.push(item)
  })
  expect([done.sort(), most]).toEqual([[1, 2, 3, 4, 5], 2])
})

test('stops at the first failure', async () => {
  await expect(inLanes([1, 2], 1, (item) => Promise.reject(new Error(`item ${item}`)))).rejects.toThrow('item 1')
})

async function* arrive(items: number[]): AsyncGenerator<number> {
  for (const item of items) yield item
}
