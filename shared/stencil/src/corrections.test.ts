import { beforeAll, expect, it } from 'vitest'
import type { Stroke } from './strokes.ts'
import { createStudio } from './studio.ts'

/**
 * A square frame of 100 mm at 4 pixels per millimetre, whose right side has a gap of 10 mm in its
 * middle.
 */
function drawOpenFrame() {
  const side = 440
  const data = new Uint8ClampedArray(4 * side * side).fill(255)
  for (let y = 20; y < 420; y++) {
    for (let x = 20; x < 420; x++) {
      const isEdge = Math.min(x - 20, y - 20, 419 - x, 419 - y) < 8
      const isGap = x > 300 && y >= 200 && y < 240
      if (isEdge && !isGap) data.fill(0, 4 * (y * side + x), 4 * (y * side + x) + 3)
    }
  }
  return { width: side, height: side, data }
}

const lineArt = { rendering: 'fills', fineness: 2, sizeMm: 100 } as const
const step = async () => {}

const studio = createStudio()
beforeAll(async () => {
  await studio({ type: 'open', picture: drawOpenFrame(), style: 'traditional' }, step)
})

async function correct(strokes: Stroke[]) {
  expect(await studio({ type: 'correct', strokes }, step)).toEqual({ type: 'corrected' })
  const drawn = await studio({ type: 'layers', ...lineArt }, step)
  if (drawn.type !== 'layers') throw new Error(drawn.type)
  const { lines: field, size } = drawn.layers
  // Four pixels per millimetre, after the margin of paper.
  const inkAt = (x: number, y: number) =>
    (field.data[Math.floor(4 * y + 8) * field.width + Math.floor(4 * x + 8)] ?? 0) >= 0.5
  return { inkAt, size }
}

const ink = (x: number, y: number) => ({ x, y, isInk: true })
const paper = (x: number, y: number) => ({ x, y, isInk: false })

it.each<{ name: string; strokes: Stroke[]; expected: ReturnType<typeof ink>[] }>([
  { name: 'nothing', strokes: [], expected: [ink(50, 1), paper(50, 50), paper(99, 50)] },
  {
    name: 'gomme',
    strokes: [{ kind: 'erase', width: 4, points: [40, 1, 60, 1] }],
    expected: [paper(50, 1), ink(30, 1)],
  },
  {
    name: 'trait',
    strokes: [{ kind: 'line', width: 2, points: [20, 20, 50, 50, 80, 20] }],
    expected: [ink(50, 50), ink(35, 35), paper(50, 54)],
  },
  {
    name: 'fermer',
    strokes: [{ kind: 'join', width: 2, points: [98, 43.6, 98, 56.4] }],
    expected: [ink(99, 50)],
  },
  {
    name: 'ignorer une zone',
    strokes: [{ kind: 'ignore', width: 0, points: [-5, -5, 10, 105] }],
    expected: [paper(1, 50), ink(50, 1)],
  },
  {
    name: 'a line through an erased zone',
    strokes: [
      { kind: 'ignore', width: 0, points: [0, 0, 100, 100] },
      { kind: 'line', width: 2, points: [10, 50, 90, 50] },
    ],
    expected: [ink(50, 50), paper(50, 1)],
  },
])('$name', async ({ strokes, expected }) => {
  const { inkAt } = await correct(strokes)
  expect(expected.map(({ x, y }) => ({ x, y, isInk: inkAt(x, y) }))).toEqual(expected)
})

it('the size is that of what is left', async () => {
  const strokes: Stroke[] = [{ kind: 'ignore', width: 0, points: [-5, -5, 105, 50] }]
  const { size } = await correct(strokes)
  expect(size).toEqual({ width: 100, height: 50 })
})

it('is measured, and the picture goes back to what it was without corrections', async () => {
  await correct([{ kind: 'line', width: 0.5, points: [20, 50, 80, 50] }])
  const smallest = async () => {
    const assessed = await studio(
      { type: 'assess', rendering: 'fills', fineness: 2, sizeMm: 100 },
      step,
    )
    return assessed.type === 'assessed' ? assessed.assessment.weights[0]?.mm : null
  }
  const corrected = await smallest()
  await studio({ type: 'correct', strokes: [] }, step)
  expect([corrected, await smallest()]).toEqual([expect.closeTo(0.5, 1), expect.closeTo(2, 1)])
})
