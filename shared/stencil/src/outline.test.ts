import { expect, test } from 'vitest'
import { svgPath, traceOutline } from './outline.ts'
import { createField } from './pixels.ts'
import { writeSvg } from './svg.ts'
import { createLayers } from './testing.ts'

function areaOf(loop: Float32Array): number {
  let area = 0
  for (let i = 0; i < loop.length; i += 2) {
    const next = (i + 2) % loop.length
    area += ((loop[i] ?? 0) * (loop[next + 1] ?? 0) - (loop[next] ?? 0) * (loop[i + 1] ?? 0)) / 2
  }
  return area
}

function ring(outer: number, inner: number) {
  const field = createField(200, 200)
  for (let index = 0; index < field.data.length; index++) {
    const radius = Math.hypot((index % 200) + 0.5 - 100, Math.floor(index / 200) + 0.5 - 100)
    field.data[index] = Math.min(1, Math.max(0, Math.min(outer - radius, radius - inner) + 0.5))
  }
  return field
}
const box = { x: 20, y: 20, width: 160, height: 160 }

test('places edges between pixels, in millimetres from the ink', () => {
  const loops = traceOutline(ring(80, 40.3), box, 0.5)
  expect(loops).toHaveLength(2)
  const radii = [80, 40.3]
  for (const [i, loop] of loops.entries()) {
    const radius = radii[i] ?? 0
    for (let i = 0; i < loop.length; i += 2)
      expect(Math.hypot((loop[i] ?? 0) - 40, (loop[i + 1] ?? 0) - 40)).toBeCloseTo(radius / 2, 1)
  }
})

test('turns holes the other way and keeps areas', () => {
  const areas = traceOutline(ring(80, 40), box, 0.5).map(areaOf)
  expect(Math.abs(areas[0] ?? 0) / (Math.PI * 1600)).toBeCloseTo(1, 2)
  expect((areas[0] ?? 0) * (areas[1] ?? 0)).toBeLessThan(0)
})

test('needs few points for straight edges, and closes loops that touch in a corner', () => {
  const squares = createField(60, 60)
  for (let y = 0; y < 60; y++) {
    for (let x = 0; x < 60; x++) {
      const inFirst = x >= 10 && x < 30 && y >= 10 && y < 30
      const inSecond = x >= 30 && x < 50 && y >= 30 && y < 50
      squares.data[y * 60 + x] = inFirst || inSecond ? 1 : 0
    }
  }
  const loops = traceOutline(squares, { x: 0, y: 0, width: 60, height: 60 }, 0.1)
  expect(loops.length).toBeLessThanOrEqual(2)
  expect(loops.reduce((points, loop) => points + loop.length / 2, 0)).toBeLessThanOrEqual(20)
})

test('writes an SVG whose unit is the millimetre, with a group for each layer', async () => {
  const loops = [Float32Array.of(0, 0, 10, 0, 10.004, 5.25, 0, 5.25)]
  expect(svgPath(loops)).toBe('M0 0l10 0 0 5.25-10 0z')
  const layers = { ...createLayers(), loops, size: { width: 84, height: 125 } }
  const svg = new TextDecoder().decode(
    await writeSvg({
      layers,
      colour: 'black',
      isMirrored: false,
      title: 'Loup <&>\u0007',
      origin: 'imported',
    }),
  )
  expect(svg).toContain('width="84mm" height="125mm" viewBox="0 0 84 125"')
  expect(svg).toContain('<title>Loup &#60;&#38;&#62;</title><desc>Dessin importé</desc>')
  const groups = [...svg.matchAll(/<g id="([^"]+)"( display="none")?>(.*?)<\/g>/g)].map(
    ([, id, hidden]) => [id, hidden !== undefined],
  )
  expect(groups).toEqual([
    ['original', true],
    ['ombrage', true],
    ['calque', false],
    ['repères', false],
  ])
  expect(svg).toContain('<g id="traits" display="none" fill="none"')
  expect(svg).toContain('<path d="M0 20l40 0" stroke-width="0.5"/>')
  const image = Buffer.from(/base64,([^"]+)/.exec(svg)?.[1] ?? '', 'base64')
  expect([image.toString('latin1', 1, 4), image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([
    'PNG',
    40,
    40,
  ])
})
