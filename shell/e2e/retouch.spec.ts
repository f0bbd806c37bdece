import type { Page } from '@playwright/test'
import { expect, test, touch } from './fixtures.ts'

const drawn = { timeout: 60_000 }

/** How many pixels differ between two images, inside and outside a box in shares of their sides. */
function countChanges(
  page: Page,
  urls: [before: string, after: string],
  box: { left: number; top: number; right: number; bottom: number },
) {
  return page.evaluate(
    async ({ urls, box }) => {
      const read = async (url: string) => {
        const bitmap = await createImageBitmap(await (await fetch(url)).blob())
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
        context?.drawImage(bitmap, 0, 0)
        return {
          width: bitmap.width,
          height: bitmap.height,
          data: context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [],
        }
      }
      const [before, after] = await Promise.all([read(urls[0]), read(urls[1])])
      const changes = { pixels: before.width * before.height, inside: 0, outside: 0 }
      for (let at = 0; at < changes.pixels; at++) {
        if (
          [0, 1, 2, 3].every(
            (channel) => before.data[4 * at + channel] === after.data[4 * at + channel],
          )
        )
          continue
        const x = (at % before.width) / before.width
        const y = Math.floor(at / before.width) / before.height
        const isInside = x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
        changes[isInside ? 'inside' : 'outside'] += 1
      }
      return changes
    },
    { urls, box },
  )
}

test('a member retouches a painted part of a design, and every other pixel stays', async ({
  site: { page, ...site },
}) => {
  await site.signUp()
  await site.generateDesign('Un loup')
  await site.openGallery()
  await openMore(page, 'Un loup')
  await page.getByRole('link', { name: /^Retoucher/ }).click()
  await page.getByRole('textbox', { name: /Que changer/ }).fill('Une rose')
  await expect(page.getByText(/^Il vous reste 19 générations/)).toBeVisible()
  await page.getByText('Seulement ici').click()
  const image = page.getByRole('application', { name: 'Partie à changer' })
  const before = (await image.getByRole('img').getAttribute('src')) ?? ''
  await image.scrollIntoViewIfNeeded()
  const { x = 0, y = 0, width = 0, height = 0 } = (await image.boundingBox()) ?? {}
  await page.mouse.move(x + 0.2 * width, y + 0.3 * height)
  await page.mouse.down()
  await page.mouse.move(x + 0.4 * width, y + 0.3 * height, { steps: 5 })
  await page.mouse.move(x + 0.4 * width, y + 0.5 * height, { steps: 5 })
  await page.mouse.up()
  // A finger paints too. Its stroke is taken back.
  await touch(page, [[[x + 0.6 * width, y + 0.7 * height]], [[x + 0.8 * width, y + 0.7 * height]]])
  const isPainted = (across: number, down: number) =>
    image.locator('canvas').evaluate(isOpaqueAt, [across, down] as const)
  expect(
    await Promise.all([isPainted(0.3, 0.3), isPainted(0.7, 0.7), isPainted(0.3, 0.7)]),
  ).toEqual([true, true, false])
  await page.getByRole('button', { name: 'Annuler le trait' }).click()
  await page.getByRole('button', { name: 'Retoucher', exact: true }).click()

  const slider = page.getByRole('slider', { name: 'Comparer avant et après' })
  await expect(slider).toBeVisible(drawn)
  await slider.press('End')
  const after =
    (await page.getByRole('img', { name: /^Un loup · Une rose/ }).getAttribute('src')) ?? ''
  // Half of the brush is 4 % of the side.
  const changes = await countChanges(page, [before, after], {
    left: 0.155,
    top: 0.255,
    right: 0.445,
    bottom: 0.545,
  })
  expect(changes).toEqual({ pixels: 1024 * 1024, inside: expect.any(Number), outside: 0 })
  expect(changes.inside).toBeGreaterThan(1000)

  await site.openGallery()
  await openMore(page, 'Un loup · Une rose')
  await expect(
    page
      .getByRole('article', { name: 'Un loup · Une rose' })
      .getByRole('link', { name: /^Variation du n° 1$/ }),
  ).toBeVisible()
})

/** Opens what a card keeps behind "…". */
async function openMore(page: Page, subject: string) {
  const name = new RegExp(`^Plus d’actions\\s: ${subject}$`)
  await page.getByRole('button', { name }).click()
}

/** Runs in the page. The place is given in shares of the canvas. */
function isOpaqueAt(canvas: Element, [across, down]: readonly [number, number]): boolean {
  if (!(canvas instanceof HTMLCanvasElement)) throw new Error('not a canvas')
  const pixel = canvas
    .getContext('2d')
    ?.getImageData(across * canvas.width, down * canvas.height, 1, 1).data
  return (pixel?.[3] ?? 0) > 0
}
