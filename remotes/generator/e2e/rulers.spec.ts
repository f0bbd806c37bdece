import { expect, test } from '@encre/shell/e2e/fixtures'

/** A drawing of 400 x 600 pixels on a sheet of 1000: 100 pixels from the left, 200 from the top. */
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1000"><rect width="1000" height="1000" fill="white"/><rect x="100" y="200" width="400" height="600"/></svg>'

test('the rulers measure the ink: its longer side has the chosen size', async ({
  site: { page, ...site },
}) => {
  await site.signUp()
  await page.route(/\/api\/gallery\/images\//, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: drawing }),
  )
  await site.generateDesign('Une tour')
  const sheet = page.getByRole('group', { name: 'Design en cours' })
  const lines = (axis: 'x1' | 'y1') =>
    sheet.locator('svg').evaluateAll(
      (rulers, name) =>
        rulers
          .map((ruler) =>
            [...ruler.querySelectorAll('line')].map((line) =>
              Number.parseFloat(line.getAttribute(name) ?? ''),
            ),
          )
          .filter((ticks) => new Set(ticks).size > 2)
          .map((ticks) => ({
            start: Math.min(...ticks),
            end: Math.max(...ticks),
            count: ticks.length,
          })),
      axis,
    )
  // 12.5 cm on the longer side, 8.3 on the other, in steps of half a centimetre.
  await expect(async () => {
    const [[across], [down]] = [await lines('x1'), await lines('y1')]
    expect(down?.start).toBeCloseTo(20, 0)
    expect(down?.end).toBeCloseTo(80, 0)
    expect(down?.count).toBe(26)
    expect(across?.start).toBeCloseTo(10, 0)
    expect(across?.count).toBe(17)
  }).toPass()
})
