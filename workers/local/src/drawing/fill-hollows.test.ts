import resvg from '@resvg/resvg-wasm/index_bg.wasm'
import { beforeAll, expect, test } from 'vitest'
import { getFigure } from './figure.ts'
import { mostHollow, openShapes } from './fill-hollows.ts'
import { hollowsOf } from './hollows.ts'
import { startRenderer } from './render.ts'
import { subjects } from './subjects/catalogue.ts'

beforeAll(() => startRenderer(resvg))

test('no subject is a hollow outline', { timeout: 120_000 }, () => {
  const shapes = [...new Set(subjects.map(({ shape }) => shape))].filter((shape) => !openShapes.includes(shape))
  const hollow = shapes.filter((shape) => {
    const figure = getFigure(shape)
    const enclosed = hollowsOf(figure, 40).data.reduce((sum, value) => sum + value, 0)
    const body = figure.body.data.reduce((sum, value) => sum + (value > 0.5 ? 1 : 0), 0)
    return enclosed > mostHollow * (enclosed + body)
  })
  expect(hollow).toEqual([])
})
