import { expect, test } from './fixtures.ts'

const pages = [
  {
    path: '/',
    title: 'Encre, vos idées de tatouage dessinées en quelques secondes',
    words: 'Commencer à créer',
  },
  { path: '/about', title: 'Notre Mission · Encre', words: 'Nos Technologies' },
]

test('the home and about pages show without scripts, with a description and a card for link previews', {
  tag: '@core',
}, async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  for (const { path, title, words } of pages) {
    await page.goto(path)
    await expect(page).toHaveTitle(title)
    await expect(page.locator('head title')).toHaveCount(1)
    await expect(page.getByText(words)).toBeVisible()
    const { origin } = new URL(page.url())
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${origin}${path}`)
    await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', title)
    const card = await page.locator('meta[property="og:image"]').getAttribute('content')
    const answer = await context.request.get(card ?? '')
    expect([card, answer.status(), answer.headers()['content-type']]).toEqual([
      `${origin}/card.png`,
      200,
      'image/png',
    ])
  }
  // Browsers offer to install the site.
  const manifest = await context.request.get(
    (await page.locator('link[rel=manifest]').getAttribute('href')) ?? '',
  )
  expect(manifest.headers()['content-type']).toBe('application/manifest+json')
  const { start_url, icons } = await manifest.json()
  expect(start_url).toBe('/generator')
  const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
  for (const icon of [touch, ...icons.map(({ src }: { src: string }) => src)]) {
    expect((await context.request.get(icon)).headers()['content-type']).toBe('image/png')
  }
  await context.close()
})

test('nothing moves under reduced motion', { tag: '@core' }, async ({ site: { page } }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const longest = await page.evaluate(() =>
    Math.max(
      0,
      ...[...document.querySelectorAll('*')].flatMap((element) => {
        const { animationDuration, transitionDuration } = getComputedStyle(element)
        return [animationDuration, transitionDuration].flatMap((list) =>
          list.split(',').map(Number.parseFloat),
        )
      }),
    ),
  )
  expect(longest).toBeLessThanOrEqual(0.001)
})
