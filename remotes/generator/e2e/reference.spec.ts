import { expect, test } from '@encre/shell/e2e/fixtures'

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50" width="4000" height="2000"><circle cx="50" cy="25" r="20"/></svg>'

const files = [
  {
    name: 'modele.avif',
    mimeType: 'image/avif',
    buffer: Buffer.from(
      'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAAB0AAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAAAIAAAACAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgQ0MAAAAABNjb2xybmNseAACAAIAAYAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAACVtZGF0EgAKCBgANogQEAwgMg8f8D///8WfhwB8+ErK42A=',
      'base64',
    ),
    sent: 'image/webp',
    size: [2, 2],
  },
  {
    name: 'calque.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(drawing),
    sent: 'image/png',
    size: [2048, 1024],
  },
] as const

test('an image that the browser can decode is reduced and sent in a format that every provider takes; the design is transparent', async ({
  site,
}) => {
  await site.signUp()
  await site.page.getByRole('link', { name: 'Créer', exact: true }).click()
  // Not by its label, which becomes the name of the chosen file.
  const picker = site.page.locator('input[type=file]')
  for (const { sent, size, ...file } of files) {
    await picker.setInputFiles(file)
    const image = site.page.getByRole('img', { name: file.name })
    await expect(image).toHaveAttribute('src', new RegExp(`^data:${sent};base64,`))
    expect(
      await image.evaluate((element: HTMLImageElement) => [
        element.naturalWidth,
        element.naturalHeight,
      ]),
    ).toEqual(size)
  }
  await site.page.getByRole('button', { name: /Options$/ }).click()
  await site.page.getByRole('radio', { name: 'Transparent' }).check()
  const upload = site.page.waitForRequest('**/api/generator/references?*')
  await site.page.getByRole('textbox', { name: /idée/ }).fill('Une ancre')
  await site.page.getByRole('button', { name: 'Générer' }).click()
  expect((await upload).headers()['content-type']).toBe('image/png')
  const design = site.page.getByRole('img', { name: /^Une ancre/ })
  await expect(design).toBeVisible({ timeout: 30_000 })
  expect(await design.evaluate(opacityOfCorner)).toBe(0)
})

async function opacityOfCorner(element: Element): Promise<number | undefined> {
  if (!(element instanceof HTMLImageElement)) throw new Error('not an image')
  await element.decode()
  const context = new OffscreenCanvas(1, 1).getContext('2d')
  context?.drawImage(element, 0, 0)
  return context?.getImageData(0, 0, 1, 1).data[3]
}
