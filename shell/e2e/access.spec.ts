import { findBuiltCssLeaks } from '@encre/protocol/css-leaks'
import { expect, memberPaths, test } from './fixtures.ts'

test.use({ allowedErrors: [/Failed to load resource/] })

const publicPages = [
  ['/', /idée à l’encre/],
  ['/about', 'Notre Mission'],
  ['/sign-in', 'Connexion'],
  ['/sign-up', 'Inscription'],
  ['/forgot-password', 'Mot de passe oublié'],
  ['/mentions-legales', 'Mentions légales'],
  ['/confidentialite', 'Confidentialité'],
  ['/conditions', 'Conditions d’utilisation'],
  ['/accessibilite', 'Accessibilité'],
] as const

test('a visitor sees every public page; every other page leads to sign-in', async ({ site: { page } }) => {
  for (const [path, title] of publicPages) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.locator('head title')).toHaveCount(1)
    expect(new URL(page.url()).pathname).toBe(path)
  }
  for (const path of memberPaths) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/sign-in$/)
  }
})

test('sign-in leads to the dashboard, sign-out to the home page', async ({ site }) => {
  const { page } = site
  const account = await site.signUp()
  // The page shows the home page at once, then the tenant's redirect loads it.
  const isLoaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Déconnexion' }).click()
  await isLoaded
  await expect(page).toHaveURL((url) => url.pathname === '/')

  await page.goto('/gallery')
  await expect(page).toHaveURL(/\/sign-in$/)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Mot de passe').fill(account.password)
  await page.getByRole('button', { name: 'Se connecter' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  for (const path of memberPaths) {
    await page.goto(path)
    await expect(page.locator('main h1:not(#skeleton *)')).toBeVisible()
    await expect(page.locator('head title')).toHaveCount(1)
    expect(new URL(page.url()).pathname).toBe(path)
  }
})

test('the home and about pages show without scripts, with a description and a card for link previews', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  for (const [path, title, words] of [
    ['/', 'Encre, vos idées de tatouage dessinées en quelques secondes', 'Commencer à créer'],
    ['/about', 'Notre Mission · Encre', 'Nos Technologies'],
  ] as const) {
    await page.goto(path)
    await expect(page).toHaveTitle(title)
    await expect(page.locator('head title')).toHaveCount(1)
    await expect(page.getByText(words)).toBeVisible()
    const { origin } = new URL(page.url())
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${origin}${path}`)
    await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', title)
    const card = await page.locator('meta[property="og:image"]').getAttribute('content')
    const answer = await context.request.get(card ?? '')
    expect([card, answer.status(), answer.headers()['content-type']]).toEqual([`${origin}/card.png`, 200, 'image/png'])
  }
  // Browsers offer to install the site.
  const manifest = await context.request.get((await page.locator('link[rel=manifest]').getAttribute('href')) ?? '')
  expect(manifest.headers()['content-type']).toBe('application/manifest+json')
  const { start_url, icons } = await manifest.json()
  expect(start_url).toBe('/generator')
  const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
  for (const icon of [touch, ...icons.map(({ src }: { src: string }) => src)]) {
    expect((await context.request.get(icon)).headers()['content-type']).toBe('image/png')
  }
  await context.close()
})

test('the keyboard is enough for a design and its deletion, and a dialog gives the focus back', async ({ site }) => {
  const { page } = site
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Aller au contenu' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Commencer à créer' })).toBeFocused()

  await site.signUp()
  await page.getByRole('link', { name: 'Créer', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: /Traditionnel/ })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: /Japonais/ })).toBeChecked()
  const black = page.getByRole('button', { name: 'Black' })
  await black.focus()
  await page.keyboard.press('Space')
  await expect(black).toHaveAttribute('aria-pressed', 'false')
  await page.getByRole('textbox', { name: /idée/ }).focus()
  await page.keyboard.type('Une vague')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('img', { name: /^Une vague, Japonais/ })).toBeVisible({ timeout: 60_000 })

  await site.openGallery()
  const remove = page.getByRole('button', { name: /Supprimer/ })
  await remove.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Annuler' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(remove).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Aucun design trouvé')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('the preview is 800 px high, and its sheet stays in the window unless that is low', async ({ site }) => {
  const { page } = site
  await site.signUp()
  await page.getByRole('link', { name: 'Créer', exact: true }).click()
  const preview = page.getByRole('region', { name: 'Aperçu' })
  await expect(preview).toBeVisible()
  for (const height of [470, 700, 1200]) {
    await page.setViewportSize({ width: 1280, height })
    for (const place of [0, 300, 100_000]) {
      await page.evaluate((top) => scrollTo(0, top), place)
      const measured = await preview.evaluate((column) => {
        const [header, outer, sheet] = [document.querySelector('header') ?? column, column, column.firstElementChild ?? column].map(
          (element) => element.getBoundingClientRect(),
        )
        return {
          header: header?.height ?? 0,
          column: { top: outer?.top ?? 0, bottom: outer?.bottom ?? 0 },
          sheet: { top: sheet?.top ?? 0, height: sheet?.height ?? 0 },
        }
      })
      const { header, column, sheet } = measured
      expect(column.bottom - column.top).toBeGreaterThanOrEqual(800)
      // It sticks below the header, except where its column starts lower or ends higher.
      const stuck = Math.min(Math.max(header, column.top), column.bottom - sheet.height)
      const expected = height < 480 ? column.top : stuck
      expect(Math.abs(sheet.top - expected), `${height} at ${place}`).toBeLessThanOrEqual(2)
      if (height >= 816) await expect(page.getByText('Vos designs apparaîtront ici après la génération')).toBeInViewport()
    }
  }
})

test('nothing moves under reduced motion', async ({ site: { page } }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const longest = await page.evaluate(() =>
    Math.max(
      0,
      ...[...document.querySelectorAll('*')].flatMap((element) => {
        const { animationDuration, transitionDuration } = getComputedStyle(element)
        return [animationDuration, transitionDuration].flatMap((list) => list.split(',').map(Number.parseFloat))
      }),
    ),
  )
  expect(longest).toBeLessThanOrEqual(0.001)
})

test('every rule is in a layer, and the rules of a remote stay at home', async ({ site }) => {
  const { page } = site
  await site.signUp()
  for (const path of ['/gallery', '/generator', '/dashboard']) {
    await page.goto(path)
    await expect(page.locator('main h1:not(#skeleton *)')).toBeVisible()
    const sheets = await page.evaluate(() => {
      const isLayered = (rule: CSSRule) =>
        rule instanceof CSSLayerBlockRule ||
        rule instanceof CSSLayerStatementRule ||
        rule instanceof CSSFontFaceRule ||
        rule instanceof CSSKeyframesRule
      return [...document.styleSheets].map((sheet) => ({
        href: sheet.href ?? '',
        rules: [...sheet.cssRules].map((rule) => rule.cssText),
        strays: [...sheet.cssRules].filter((rule) => !isLayered(rule)).map((rule) => rule.cssText.slice(0, 80)),
      }))
    })
    const ofRemotes = sheets.flatMap(({ href, rules }) => {
      const [, name, version] = /\/remotes\/([^/]+)\/([^/]+)\//.exec(href) ?? []
      return name && version ? [{ name, version, css: rules.join('\n') }] : []
    })
    expect(ofRemotes).not.toEqual([])
    expect(ofRemotes.flatMap(({ css, ...release }) => findBuiltCssLeaks(release, css))).toEqual([])
    expect(sheets.flatMap(({ strays }) => strays)).toEqual([])
  }
})
