import type { CleanChoice } from '@encre/stencil/clean-lines'
import { writePng } from '@encre/stencil/png'
import { writeSvg } from '@encre/stencil/svg'
import { leastRow, mostRow, openPage, type Row } from './judge.ts'
import { type Dots, measureDots, readPng, shareUnder } from './measured-png.ts'
import type { TestPicture } from './pictures.ts'

const sizeMm = 125
/** Of the traditional style. The least is the one of details. */
const widths = { outer: 0.9, inner: 0.6, detail: 0.5 }
const clean: CleanChoice = { sizeMm, widths, moved: [] }
/** A width is read from dots of 0.085 mm within this. */
const readingErrorMm = 0.04
const reachMm = 0.3
/** Strokes that are much wider than a class are fills. */
const widestMm = 1.2

/** A drawing set clean, against what was drawn. */
export interface JudgedClean {
  line: string
  /** The share of the length that is thinner than the least width. */
  thin: number
  /** The share of the drawn middles that have the middle of a clean line, or a fill, within 0.3 mm. */
  near: number
  milliseconds: number
  kilobytes: number
  longestSide: number
}

const mmPerDot = 25.4 / 300
/** Of dots and of dashed shade. */
const longestMarkMm = 1.8

type Point = readonly [x: number, y: number]

/** Reads the downloaded PNG and SVG. */
export async function judgeClean({
  picture,
  name,
  style,
  ...drawn
}: TestPicture): Promise<JudgedClean> {
  const page = await openPage({ ...picture, data: picture.data.slice() }, style)
  const { first } = page
  await page.run({ type: 'trace', sizeMm, ...first })
  const before = process.cpuUsage()
  await page.run({ type: 'trace', sizeMm, ...first, clean })
  const milliseconds = process.cpuUsage(before).user / 1000
  const layers = await page.layers(sizeMm, clean)
  const place = await page.placeOf(clean)
  const file = { layers, colour: 'black', isMirrored: false, title: '', origin: '' } as const
  const { lines } = measureDots(withoutMarks(readPng(await writePng(file))), widestMm)
  const svg = await writeSvg(file)
  const text = new TextDecoder().decode(svg)
  const perPixel = sizeMm / Math.max(place.width, place.height)
  const isMiddle = nearFinder(readMiddles(text))
  const isFill = fillFinder(text)
  const truth = drawn.contours
    .flatMap(densify)
    .map(([x, y]): Point => [(x - place.x) * perPixel, (y - place.y) * perPixel])
  const near = truth.filter((point) => isMiddle(point) || isFill(point)).length / truth.length
  const thin = shareUnder(lines, widths.detail - readingErrorMm)
  return {
    line: `${name}, au net: ${(100 * thin).toFixed(1)} % thin, ${(100 * near).toFixed(1)} % near, ${milliseconds.toFixed(0)} ms, ${(svg.length / 1000).toFixed(0)} kB`,
    thin,
    near,
    milliseconds,
    kilobytes: svg.length / 1000,
    longestSide: Math.max(picture.width, picture.height),
  }
}

/** The stencil without the dots and dashes that lie apart: they stay as they were. */
function withoutMarks({ width, height, alpha }: Dots): Dots {
  const kept = alpha.slice()
  const isSeen = new Uint8Array(alpha.length)
  for (const start of alpha.keys()) {
    if (isSeen[start] || !alpha[start]) continue
    const mark = [start]
    isSeen[start] = 1
    for (const at of mark) {
      for (const next of [at - 1, at + 1, at - width, at + width]) {
        if (isSeen[next] || !alpha[next]) continue
        isSeen[next] = 1
        mark.push(next)
      }
    }
    const spanOf = (places: number[]) =>
      places.reduce((a, b) => Math.max(a, b)) - places.reduce((a, b) => Math.min(a, b))
    const span = Math.max(
      spanOf(mark.map((at) => at % width)),
      spanOf(mark.map((at) => Math.floor(at / width))),
    )
    if (span > longestMarkMm / mmPerDot) continue
    for (const at of mark) kept[at] = 0
  }
  return { width, height, alpha: kept }
}

/** A point for each half of a pixel along a closed line. */
function densify(points: readonly Point[]): Point[] {
  return points.flatMap((from, i) => {
    const to = points[i + 1] ?? from
    const count = Math.ceil(2 * Math.hypot(to[0] - from[0], to[1] - from[1]))
    return Array.from({ length: count }, (_, j): Point => {
      const share = j / count
      return [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]
    })
  })
}

/** Points along the strokes of an SVG: paths of one `M` and relative curves. */
function readMiddles(svg: string): Point[] {
  return [...svg.matchAll(/<path d="M([^"c]+)c([^"]+)"\/>/g)].flatMap(
    ([, start = '', steps = '']) => {
      const numbersOf = (text: string) => (text.match(/-?\d*\.?\d+/g) ?? []).map(Number)
      let [x = 0, y = 0] = numbersOf(start)
      const numbers = numbersOf(steps)
      const points: Point[] = []
      for (let i = 0; i + 5 < numbers.length; i += 6) {
        const [ax = 0, ay = 0, bx = 0, by = 0, cx = 0, cy = 0] = numbers.slice(i, i + 6)
        const count = Math.ceil(
          (Math.hypot(ax, ay) + Math.hypot(bx - ax, by - ay) + Math.hypot(cx - bx, cy - by)) / 0.05,
        )
        for (let j = 0; j <= count; j++) {
          const t = j / count
          const [one, two, three] = [3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3]
          points.push([x + one * ax + two * bx + three * cx, y + one * ay + two * by + three * cy])
        }
        x += cx
        y += cy
      }
      return points
    },
  )
}

/** Whether a point lies in a fill: polygons of an `M` and relative lines, by the even-odd rule. */
function fillFinder(svg: string): (point: Point) => boolean {
  const [, fills = ''] = svg.match(/<g id="aplats"><path[^>]* d="([^"]*)"/) ?? []
  const edges = fills.split('M').flatMap((path) => {
    const numbers = (path.match(/-?\d*\.?\d+/g) ?? []).map(Number)
    let [x = 0, y = 0] = numbers
    const points: Point[] = [[x, y]]
    for (let i = 2; i + 1 < numbers.length; i += 2) {
      x += numbers[i] ?? 0
      y += numbers[i + 1] ?? 0
      points.push([x, y])
    }
    return points.map((to, i) => [points.at(i - 1) ?? to, to] as const)
  })
  return ([x, y]) => {
    const crossed = edges.filter(
      ([one, other]) =>
        one[1] > y !== other[1] > y &&
        x < one[0] + ((y - one[1]) / (other[1] - one[1])) * (other[0] - one[0]),
    )
    return crossed.length % 2 === 1
  }
}

function nearFinder(points: readonly Point[]): (point: Point) => boolean {
  const cells = new Map<string, Point[]>()
  const keyOf = (x: number, y: number) => `${Math.floor(x / reachMm)} ${Math.floor(y / reachMm)}`
  for (const point of points) {
    const key = keyOf(...point)
    const cell = cells.get(key)
    if (cell) cell.push(point)
    else cells.set(key, [point])
  }
  const steps = [-reachMm, 0, reachMm]
  return ([x, y]) =>
    steps.some((dx) =>
      steps.some((dy) =>
        cells
          .get(keyOf(x + dx, y + dy))
          ?.some((each) => Math.hypot(each[0] - x, each[1] - y) <= reachMm),
      ),
    )
}

/** The table's lines for drawings set clean. */
export function tableOfClean(judged: readonly JudgedClean[]): Row[] {
  return [
    mostRow(
      'au net: length under the least width, most',
      100 * Math.max(...judged.map(({ thin }) => thin)),
      '%',
      1,
    ),
    leastRow(
      'au net: drawn middles within 0.3 mm, least',
      100 * Math.min(...judged.map(({ near }) => near)),
      '%',
      95,
    ),
    mostRow(
      'au net: processor time beyond the trace up to 1024 px, most',
      Math.max(
        ...judged.flatMap(({ milliseconds, longestSide }) =>
          longestSide > 1100 ? [] : milliseconds,
        ),
      ),
      'ms',
      400,
    ),
    mostRow('au net: SVG, most', Math.max(...judged.map(({ kilobytes }) => kilobytes)), 'kB', 60),
  ]
}
