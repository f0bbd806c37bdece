import resvg from '@resvg/resvg-wasm/index_bg.wasm'
import { beforeAll, expect, test } from 'vitest'
import { getFigure, hollowsOf } from './figure.ts'
import { mostHollow, openShapes } from './fill-hollows.ts'
import { startRenderer } from './render.ts'
import { subjects } from './subjects/catalogue.ts'

beforeAll(() => startRenderer(resvg))

// Icons that are outlines; and a sample of the others, since an icon takes some 60 ms.
const outlines = [
  'hedgehog',
  'penguin',
  'toucan',
  'avocado',
  'pumpkin-lantern',
  'old-lantern',
  'wine-glass',
  'jellyfish',
  'astronaut-helmet',
]

test('no subject is a hollow outline', { timeout: 60_000 }, () => {
  const sample = subjects.filter((_, i) => i % 12 === 0).map(({ shape }) => shape)
  const shapes = [...new Set([...outlines, ...sample])].filter((shape) => !openShapes.includes(shape))
  const hollow = shapes.filter((shape) => {
    const figure = getFigure(shape)
    const enclosed = hollowsOf(figure, 40).data.reduce((sum, value) => sum + value, 0)
    const body = figure.body.data.reduce((sum, value) => sum + (value > 0.5 ? 1 : 0), 0)
    return enclosed > mostHollow * (enclosed + body)
  })
  expect(hollow).toEqual([])
})
