import { expect, test } from 'vitest'
import { type Component, eachComponent } from './components.ts'

const rows = ['........', '.##..#..', '...#.##.', '........', '.#......']
const width = 8
const mask = Uint8Array.from(rows.join(''), (sign) => (sign === '#' ? 1 : 0))

function listGroups(neighbours: 4 | 8) {
  const groups: (Omit<Component, 'fill' | 'listIndices'> & { indices: number[] })[] = []
  eachComponent(
    mask,
    width,
    ({ fill, listIndices, ...group }) => {
      const filled = new Uint8Array(mask.length)
      fill(filled, 1)
      const indices = [...listIndices()].sort((one, other) => one - other)
      expect([...filled.keys()].filter((index) => filled[index])).toEqual(indices)
      groups.push({ ...group, indices })
    },
    neighbours,
  )
  return groups
}

test('ink is joined over corners, with its sides and its pixels', () => {
  expect(listGroups(8)).toEqual([
    { left: 1, right: 3, top: 1, bottom: 2, size: 3, runCount: 2, indices: [9, 10, 19] },
    { left: 5, right: 6, top: 1, bottom: 2, size: 3, runCount: 2, indices: [13, 21, 22] },
    { left: 1, right: 1, top: 4, bottom: 4, size: 1, runCount: 1, indices: [33] },
  ])
})

test('paper does not leak through a corner', () => {
  expect(listGroups(4).map(({ size }) => size)).toEqual([2, 3, 1, 1])
})

test('a comb of single columns is one group', () => {
  const comb = Uint8Array.from(`${'101'.repeat(5)}111`, Number)
  const sizes: number[] = []
  eachComponent(comb, 3, ({ listIndices }) => sizes.push(listIndices().length))
  expect(sizes).toEqual([13])
})
