import type { Advice, Assessment, Finding } from '@encre/stencil/assessment'
import { leastRow, mostRow, openPage, quantileOf, type Row } from './judge.ts'
import {
  type Dots,
  lengthOf,
  measureDots,
  shareUnder,
  type Widths,
  widthAt,
} from './measured-png.ts'
import type { TestPicture } from './pictures.ts'

const sizeMm = 125
/** Wider strokes and gaps are not compared. */
const widestMm = 2.4
const mmPerDot = 25.4 / 300
/** With more that cannot be measured, an advised size is not compared with the PNG's. */
const mostUnknown = 0.1

/** Widths that fewer of the lines have are not compared: the page says nothing of them. */
const leastCompared = 0.05

/** What the judge says about one picture. */
export interface JudgedPicture {
  line: string
  dots: Dots | null
  /** The share of the drawn contours with ink of the stencil within 0.5 mm. */
  closed: number
  isShaded: boolean
  /** How much thicker than drawn the stencil's strokes are, in mm. Null without lines. */
  thicker: number | null
  /** The page's shares less those of the downloaded PNG, in points: what is too thin or near, and what cannot be measured. */
  shareErrors: number[]
  /** The page's median width less that of the PNG, in mm. Null without one of the two. */
  widthErrors: number[]
  /** Shares under the limits at the advised size, in percent: the page's own, and the PNG's. */
  ownAtAdvised: number | null
  otherAtAdvised: number | null
  /** How far the ink of the PNG is from the size on the page, in mm. */
  inkError: number
  isAdvised: boolean
  milliseconds: number
  longestSide: number
}

/** Opens a picture as the page does, downloads its stencil and compares both with what was drawn. */
export async function judgePicture(test: TestPicture): Promise<JudgedPicture> {
  const { picture, name, style } = test
  const before = process.cpuUsage()
  const page = await openPage({ ...picture, data: picture.data.slice() }, style)
  const assessed = await page.assess(sizeMm)
  const milliseconds = process.cpuUsage(before).user / 1000
  const dots = await page.download(sizeMm)
  const { assessment, advice, rule } = assessed
  const independent = measureDots(dots, widestMm)
  const toPicture = Math.max(page.place.width, page.place.height) / (sizeMm / mmPerDot)
  const closed = closedShare(test, dots, page.place, toPicture)
  const thicker = thickerBy(test, independent.lines, toPicture)
  const isMeasured = rule === 'strokes'
  const { lines, gaps } = independent
  const readableMm = readableOf(assessment)
  const compareWidths = async (kind: 'thin' | 'closing', theirs: Widths) => {
    const known = theirs.filter(({ mm }) => mm >= readableMm)
    if (lengthOf(known) < leastCompared * lengthOf(lines)) return []
    const perPixel = sizeMm / Math.max(page.place.width, page.place.height)
    const ours = (await page.spots(kind)).map(({ width }) => width * perPixel)
    const compared = ours.filter((mm) => mm >= readableMm && mm <= widestMm)
    return [quantileOf(compared, 0.5) - widthAt(known, 0.5)]
  }
  const atAdvised =
    isMeasured && advice.kind === 'size' && advice.unknown <= mostUnknown
      ? await sharesAt(page, advice.sizeMm)
      : null
  const result = {
    dots,
    closed,
    isShaded: test.lineWidth === 0,
    thicker,
    shareErrors: isMeasured
      ? [
          ...compareShares(assessment.thin, splitAt(0.3, readableMm, lines, lines)),
          ...compareShares(assessment.closing, splitAt(0.5, readableMm, gaps, lines)),
        ]
      : [],
    widthErrors: isMeasured
      ? [...(await compareWidths('thin', lines)), ...(await compareWidths('closing', gaps))]
      : [],
    ownAtAdvised: atAdvised?.own ?? null,
    otherAtAdvised: atAdvised?.other ?? null,
    inkError: Math.abs(inkLength(dots) - sizeMm),
    isAdvised: advice.kind !== 'unmeasured',
    milliseconds,
    longestSide: Math.max(picture.width, picture.height),
  }
  const parts = [
    `closed ${(100 * closed).toFixed(0)} %`,
    thicker === null ? '' : `strokes ${thicker.toFixed(3)} mm thicker`,
    `shares ${result.shareErrors.map((error) => error.toFixed(1)).join(' ')}`,
    `widths ${result.widthErrors.map((error) => error.toFixed(3)).join(' ')}`,
    `advised ${describeAdvice(advice)}`,
    atAdvised ? `${atAdvised.own.toFixed(1)} % own, ${atAdvised.other.toFixed(1)} % other` : '',
    `${milliseconds.toFixed(0)} ms`,
  ]
  return { ...result, line: `${name}: ${parts.filter(Boolean).join(', ')}` }
}

/** The page leaves out what is under two pixels, which it reads within a tenth of that. */
function readableOf({ resolvedMm }: Assessment): number {
  return 0.9 * resolvedMm
}

/** The shares of the whole that are under a limit: those that can be read, and those that cannot. */
export function splitAt(limitMm: number, readableMm: number, widths: Widths, whole: Widths) {
  const unknown = shareUnder(widths, Math.min(limitMm, readableMm), whole)
  return { share: shareUnder(widths, limitMm, whole) - unknown, unknown }
}

/** What the page says less what is true, in points. */
function compareShares(
  page: Pick<Finding, 'share' | 'unknown'>,
  truth: Pick<Finding, 'share' | 'unknown'>,
): number[] {
  return [100 * (page.share - truth.share), 100 * (page.unknown - truth.unknown)]
}

function describeAdvice(advice: Advice): string {
  return advice.kind === 'size' ? `${advice.sizeMm} mm by ${advice.decidedBy}` : advice.kind
}

/** The longest side of the ink in a PNG, in mm. */
function inkLength({ width, height, alpha }: Dots): number {
  const isInked = (from: number, count: number, step: number) =>
    Array.from({ length: count }, (_, i) => alpha[from + i * step] ?? 0).some((each) => each >= 0.5)
  const rows = Array.from({ length: height }, (_, y) => isInked(y * width, width, 1))
  const columns = Array.from({ length: width }, (_, x) => isInked(x, height, width))
  const lengthOf = (lines: boolean[]) => lines.lastIndexOf(true) - lines.indexOf(true) + 1
  return mmPerDot * Math.max(lengthOf(rows), lengthOf(columns))
}

/** The share of the points of the contours with ink of the stencil within 0.5 mm. */
function closedShare(
  { contours }: TestPicture,
  dots: Dots,
  place: { x: number; y: number },
  toPicture: number,
): number {
  const reach = Math.floor(0.5 / mmPerDot)
  const points = contours.flat()
  const isNear = ([x, y]: readonly [number, number]) => {
    const column = Math.round((x - place.x) / toPicture)
    const row = Math.round((y - place.y) / toPicture)
    for (let dy = -reach; dy <= reach; dy++) {
      for (let dx = -reach; dx <= reach; dx++) {
        if (dx * dx + dy * dy > reach * reach) continue
        if (column + dx < 0 || column + dx >= dots.width) continue
        if ((dots.alpha[(row + dy) * dots.width + column + dx] ?? 0) >= 0.5) return true
      }
    }
    return false
  }
  return points.filter(isNear).length / (points.length || 1)
}

/** Compares the most frequent width of the stencil's strokes near the drawn one. */
function thickerBy({ lineWidth }: TestPicture, lines: Widths, toPicture: number): number | null {
  if (lineWidth === 0) return null
  const drawnMm = (lineWidth / toPicture) * mmPerDot
  const near = lines.filter(({ mm }) => mm > 0.6 * drawnMm && mm < 2 * drawnMm)
  return near.length > 50 ? widthAt(near, 0.5) - drawnMm : null
}

async function sharesAt(page: Awaited<ReturnType<typeof openPage>>, advisedMm: number) {
  const { assessment } = await page.assess(advisedMm)
  const { lines, gaps } = measureDots(
    await page.download(advisedMm),
    (widestMm * advisedMm) / sizeMm,
  )
  const { thin, closing, filling } = assessment
  const readableMm = readableOf(assessment)
  return {
    own: 100 * Math.max(thin.share, closing.share, filling.share),
    other:
      100 *
      Math.max(
        splitAt(0.3, readableMm, lines, lines).share,
        splitAt(0.5, readableMm, gaps, lines).share,
      ),
  }
}

/** The sizes on the page, and those that it advises. */
function judgeSizes(judged: readonly JudgedPicture[]): Row[] {
  const errors = judged.map(({ inkError }) => inkError)
  const worst = (values: readonly (number | null)[]) =>
    Math.max(...values.filter((value) => value !== null))
  const advised = judged.filter(({ isAdvised }) => isAdvised).length
  // Half a percent of the size.
  return [
    mostRow('ink of the PNG against the size, most', Math.max(...errors), 'mm', sizeMm / 200),
    leastRow('pictures with an advised size', advised, '', judged.length),
    mostRow(
      'advised size: own list, most',
      worst(judged.map(({ ownAtAdvised }) => ownAtAdvised)),
      '%',
      5,
    ),
    mostRow(
      'advised size: PNG, most',
      worst(judged.map(({ otherAtAdvised }) => otherAtAdvised)),
      '%',
      8,
    ),
  ]
}

/** The table's lines for all pictures. */
export function tableOf(judged: readonly JudgedPicture[]): Row[] {
  const worst = (values: readonly (number | null)[]) =>
    Math.max(0, ...values.filter((value) => value !== null))
  const shaded = judged.filter(({ isShaded }) => isShaded)
  const timeOf = (from: number, to: number) =>
    worst(
      judged
        .filter(({ longestSide }) => longestSide > from && longestSide <= to)
        .map(({ milliseconds }) => milliseconds),
    )
  const size = (values: readonly number[]) => values.map(Math.abs)
  return [
    mostRow(
      'page against PNG: widths, p90',
      quantileOf(size(judged.flatMap(({ widthErrors }) => widthErrors)), 0.9),
      'mm',
      0.05,
    ),
    mostRow(
      'page against PNG: shares, p90',
      quantileOf(size(judged.flatMap(({ shareErrors }) => shareErrors)), 0.9),
      'points',
      3,
    ),
    leastRow(
      'silhouettes of shaded subjects closed, least',
      Math.min(...shaded.map(({ closed }) => closed)),
      '',
      0.95,
    ),
    leastRow(
      'contours of all pictures closed, least',
      Math.min(...judged.map(({ closed }) => closed)),
      '',
      0.95,
    ),
    mostRow(
      'strokes thicker than drawn, p90',
      quantileOf(
        judged.flatMap(({ thicker }) => thicker ?? []),
        0.9,
      ),
      'mm',
      0.05,
    ),
    ...judgeSizes(judged),
    mostRow('processor time up to 1024 px, most', timeOf(0, 1100), 'ms', 1000),
    mostRow('processor time up to 2048 px, most', timeOf(1100, 2100), 'ms', 3000),
  ]
}
