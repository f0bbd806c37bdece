import { expect, memberPaths, test } from './fixtures.ts'

test.use({ allowedErrors: [/Failed to load resource/] })

test('the keyboard is enough for a design and its deletion, and a dialog gives the focus back', {
  tag: '@core',
}, async ({ site }) => {
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
  await page.getByRole('button', { name: /^Moyen · Bras · Black/ }).focus()
  await page.keyboard.press('Enter')
  const black = page.getByRole('button', { name: 'Black', exact: true })
  await black.focus()
  await page.keyboard.press('Space')
  await expect(black).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('Escape')
  await expect(black).toBeHidden()
  await page.getByRole('textbox', { name: /idée/ }).focus()
  await page.keyboard.type('Une vague')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('img', { name: /^Une vague, Japonais/ })).toBeVisible({
    timeout: 60_000,
  })

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

test('every page of a member has one title, and its rules in layers', { tag: '@core' }, async ({
  site,
}) => {
  const { page } = site
  await site.signUp()
  for (const path of memberPaths) {
    await page.goto(path)
    await expect(page.locator('main h1:not(#skeleton *)')).toBeVisible()
    await expect(page.locator('head title')).toHaveCount(1)
    expect(new URL(page.url()).pathname).toBe(path)
    const strays = await page.evaluate(() => {
      const isLayered = (rule: CSSRule) =>
        rule instanceof CSSLayerBlockRule ||
        rule instanceof CSSLayerStatementRule ||
        rule instanceof CSSFontFaceRule ||
        rule instanceof CSSKeyframesRule
      const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
      return rules.filter((rule) => !isLayered(rule)).map((rule) => rule.cssText.slice(0, 80))
    })
    expect(strays).toEqual([])
  }
})
