import { drawBars } from '@encre/stencil/testing'
import { expect, test } from 'vitest'
import { judgePicture } from './judge-pictures.ts'

/** Bars of a picture of 1024 pixels at 12.5 cm, judged against their own stencil. */
async function judgeBars(widths: readonly number[], offsets: readonly number[]) {
  const picture = drawBars({ side: 1024, widths, offsets, angle: 20, blur: 0 })
  const { shareErrors, widthErrors } = await judgePicture({
    name: 'bars',
    style: 'geometric',
    picture,
    drawn: picture,
    contours: [],
    lineWidth: 0,
  })
  return {
    share: Math.max(...shareErrors.map(Math.abs)),
    width: Math.max(...widthErrors.map(Math.abs)),
  }
}

test('a page that says which half of the lines is too thin to be measured is right', async () => {
  const thin = [1.3, 7, 1.3, 7, 1.3, 7]
  const judged = await judgeBars(
    thin,
    thin.map((_, i) => 80 * (i - 2.5)),
  )
  expect(judged.share).toBeLessThan(3)
  expect(judged.width).toBeLessThan(0.05)
})
