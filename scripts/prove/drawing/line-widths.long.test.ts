import { sizes } from '@encre/protocol/catalogue'
import { assess } from '@encre/stencil/assessment'
import { readDrawing } from '@encre/stencil/drawing'
import { measureStencil } from '@encre/stencil/measures'
import { drawStencil } from '@encre/stencil/stencil'
import { beforeAll, expect, test } from 'vitest'
import { drawDesign } from '../../../workers/local/src/drawing/draw.ts'
import { renderPixels } from '../../../workers/local/src/drawing/render.ts'
import { startMakerRenderer } from '../../lib/maker-renderer.ts'

beforeAll(startMakerRenderer)

// Here and not beside the engine, because a worker does not import the measures of shared/stencil.
test('at least 95 % of the lines of a geometric design are 0.3 mm wide at the smallest size', () => {
  const [{ label, description, centimetres }] = sizes
  const prompt = `Create a géométrique tattoo design. Subject: un loup. Use black ink. Tattoo size: ${label} (${description}). Placement: Autre.`
  const { width, height, pixels } = renderPixels(
    drawDesign({ prompt, canvas: { width: 1024, height: 1024 } }),
  )
  const reading = readDrawing({ width, height, data: new Uint8ClampedArray(pixels) })
  if (reading.kind !== 'ink') throw new Error(`read as ${reading.kind}`)
  // Everything inked: the other renderings draw fills and washes by an edge of their own.
  const choice = { rendering: 'fills', fineness: 2 } as const
  const stencil = drawStencil(reading.drawing, 'geometric', choice)
  expect(
    assess(measureStencil(stencil, reading.drawing.box, 'geometric'), 10 * centimetres).thin.share,
  ).toBeLessThanOrEqual(0.05)
})
