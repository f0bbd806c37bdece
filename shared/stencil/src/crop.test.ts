import { describe, expect, test } from 'vitest'
import { type Crop, cropPicture, moveStrokes, wholePicture } from './crop.ts'
import type { Stroke } from './strokes.ts'
import { createStudio } from './studio.ts'
import { drawPicture } from './testing.ts'

const width = 420
const height = 360
const distance = (x: number, y: number) => Math.hypot(x - 200, y - 180)
const ring = (x: number, y: number) => Number(Math.abs(distance(x, y) - 100) <= 2)
/** A ring in a double frame. */
const framed = drawPicture(width, height, (x, y) => {
  const edge = Math.min(x, y, width - x, height - y)
  return (edge > 14 && edge < 20) || (edge > 24 && edge < 26) ? 1 : ring(x, y)
})
const ringBox = { x: 98, y: 78, width: 204, height: 204 }
const frameBox = { x: 14, y: 14, width: width - 28, height: height - 28 }
/** Around the ring, within the frame. */
const around: Crop = { corners: [0.2, 0.15, 0.8, 0.15, 0.8, 0.85, 0.2, 0.85], strokes: [] }
const pause = async () => {}

async function open(picture = framed, options: { crop?: Crop; leavesFrame?: boolean } = {}) {
  const studio = createStudio()
  const opened = await studio({ type: 'open', picture, style: '', ...options }, pause)
  if (opened.type !== 'opened') throw new Error(opened.type)
  const placed = await studio({ type: 'place', rendering: 'fills', fineness: 2 }, pause)
  if (placed.type !== 'placed') throw new Error(placed.type)
  return { studio, opened, placed }
}

const whole = open()

test('a picture is the drawing, with its frame', async () => {
  const { opened, placed } = await whole
  expect(opened).toMatchObject({ frame: frameBox, crop: null })
  expect(placed).toMatchObject({ place: frameBox, touchesEdge: false })
})

test('settings from before Cadrer are opened as they were made: without the frame', async () => {
  const { opened, placed } = await open(framed, { leavesFrame: true })
  const [left = 0, top = 0] = opened.crop?.corners ?? []
  expect(placed.place).toMatchObject({ width: ringBox.width, height: ringBox.height })
  expect(left * width + placed.place.x).toBeCloseTo(ringBox.x)
  expect(top * height + placed.place.y).toBeCloseTo(ringBox.y)
  expect((await open(framed, { crop: opened.crop ?? wholePicture })).opened).toEqual(opened)
})

describe('four corners', () => {
  test('keep the pixels between them, and say what touches them', async () => {
    const { studio, placed } = await open(framed, { crop: around })
    expect(placed.place).toMatchObject({ width: ringBox.width, height: ringBox.height })
    expect(placed.touchesEdge).toBe(false)
    const cropped = await studio({ type: 'crop', rendering: 'fills', fineness: 2 }, pause)
    const { picture } = cropped.type === 'cropped' ? cropped : { picture: null }
    const whole = await cropPicture(framed, around, pause)
    expect([whole.width, whole.height]).toEqual([252, 252])
    expect(picture?.width).toBe(ringBox.width)
    const tight = { ...around, corners: [0.3, 0.15, 0.8, 0.15, 0.8, 0.85, 0.3, 0.85] }
    expect((await open(framed, { crop: tight })).placed.touchesEdge).toBe(true)
  })

  test('straighten what was seen aslant', async () => {
    const aslant = { ...around, corners: [0.15, 0.1, 0.85, 0.15, 0.8, 0.9, 0.2, 0.85] }
    const { placed } = await open(framed, { crop: aslant })
    expect(placed.place.width).toBeGreaterThan(ringBox.width - 40)
    expect(placed.touchesEdge).toBe(false)
  })
})

describe('what is not the drawing', () => {
  const bar = { width: 0.15, points: [0.03, 0.03, 0.97, 0.03, 0.97, 0.97, 0.03, 0.97, 0.03, 0.03] }

  test.each([
    { paper: 'white', ground: [255, 255, 255] },
    { paper: 'skin', ground: [222, 178, 150] },
    { paper: 'dark', ground: [40, 42, 50] },
  ] as const)('is neither measured nor drawn, on $paper paper', async ({ ground }) => {
    const ink = ground[0] < 128 ? ([240, 240, 240] as const) : ([20, 18, 22] as const)
    const picture = drawPicture(
      width,
      height,
      (x, y) => (Math.min(x, y, width - x, height - y) < 24 ? 1 : ring(x, y)),
      { ink, paper: ground },
    )
    const crop = { ...wholePicture, strokes: [bar] }
    const { placed } = await open(picture, { crop })
    expect(placed.place).toEqual(ringBox)
    const corner = (await cropPicture(picture, crop, pause)).data.slice(0, 3)
    expect([...corner]).toEqual([...ground])
  })

  test('lies where it was painted, whatever the corners', async () => {
    const covered = { width: 0.2, points: [200 / width, 80 / height] }
    for (const { corners } of [wholePicture, around]) {
      const picture = await cropPicture(framed, { corners, strokes: [covered] }, pause)
      const left = (corners[0] ?? 0) * width
      const top = (corners[1] ?? 0) * height
      const at = (x: number, y: number) =>
        picture.data[4 * (Math.round(y - top) * picture.width + Math.round(x - left))]
      expect([at(200, 80), at(200, 280)]).toEqual([255, 0])
    }
  })
})

test('corrections stay where they were drawn', async () => {
  const before = await whole
  const strokes: Stroke[] = [{ kind: 'line', width: 2, points: [0, 0, 100, 100] }]
  const aslant = { ...around, corners: [0.15, 0.1, 0.85, 0.15, 0.8, 0.9, 0.2, 0.85] }
  const placeOf = ({ opened }: typeof before, { corners }: Crop) => ({
    frame: opened.frame,
    part: opened.part,
    corners,
  })
  const uncropped = placeOf(before, wholePicture)
  const inside = placeOf(await open(framed, { crop: around }), around)
  const moved = moveStrokes(strokes, uncropped, inside)
  // 392 pixels of the frame are 100 mm before, and 204 of the ring afterwards.
  const expected = [frameBox.x - ringBox.x, frameBox.y - ringBox.y].map((pixels) => pixels / 2.04)
  expect(moved[0]?.points.slice(0, 2)).toEqual(expected.map((mm) => expect.closeTo(mm, 1)))
  expect(moved[0]?.width).toBeCloseTo((2 * 392) / 204, 1)

  const turned = placeOf(await open(framed, { crop: aslant }), aslant)
  const [back] = moveStrokes(moveStrokes(strokes, uncropped, turned), turned, uncropped)
  expect(back?.points).toEqual([0, 0, 100, 100].map((mm) => expect.closeTo(mm, 1)))
})
