import type { CDPSession, Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

interface Input {
  name: string
  /** What an input method shows, one after the other, before its last text is taken. */
  composed?: string[]
  pasted?: string
  expected: string
}

const inputs: Input[] = [
  { name: 'a dead key', composed: ['^', 'ê'], expected: 'ê' },
  {
    name: 'Vietnamese Telex',
    composed: ['v', 'vi', 'vie', 'viê', 'việ', 'việt'],
    expected: 'việt',
  },
  { name: 'decomposed letters', composed: ['e', 'e\u0301', 'e\u0301n'], expected: 'én' },
  { name: 'Pinyin', composed: ['n', 'ni', "ni'h", 'ni hao', '你好'], expected: '你好' },
  { name: 'NFD', pasted: 'e\u0301te\u0301', expected: 'été' },
]

/** Types between "Lo" and "uis", then "X" where the caret is. */
async function type(page: Page, cdp: CDPSession, field: Locator, { composed, pasted }: Input) {
  await field.fill('Louis')
  await field.evaluate((element: HTMLInputElement) => element.setSelectionRange(2, 2))
  for (const text of composed ?? []) {
    await cdp.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    })
  }
  const text = composed?.at(-1) ?? pasted ?? ''
  await cdp.send('Input.insertText', { text })
  await page.keyboard.type('X')
}

/** A stored text may still have its accents beside its letters: both are the same word. */
async function expectTyped(field: Locator) {
  const page = field.page()
  const cdp = await page.context().newCDPSession(page)
  for (const input of inputs) {
    await type(page, cdp, field, input)
    const value = (await field.inputValue()).normalize('NFC')
    expect(value, input.name).toBe(`Lo${input.expected}Xuis`)
  }
  await cdp.detach()
}

test('what an input method composes is what the field has, on public pages', {
  tag: '@core',
}, async ({ site: { page } }) => {
  for (const { path, label } of [
    { path: '/sign-up', label: 'Nom' },
    { path: '/lettrage', label: 'Vos mots' },
  ]) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await expectTyped(page.getByRole('textbox', { name: label, exact: true }))
  }
})

test("what an input method composes is what the field has, on members' pages and the artist's", async ({
  site: { page, ...site },
  browser,
}) => {
  test.setTimeout(480_000)
  await site.signUp()
  await site.generateDesign('Une hirondelle')
  await expectTyped(page.getByRole('textbox', { name: /idée/ }))
  await site.generateDesign('Un loup')
  await page.getByRole('link', { name: 'Retoucher' }).first().click()
  await expectTyped(page.getByRole('textbox', { name: /^Que changer/ }))
  await site.openGallery()
  await expectTyped(page.getByRole('searchbox'))
  await page.getByRole('searchbox').fill('')
  await page.getByRole('img', { name: /^Un loup/ }).click()
  await page.getByRole('link', { name: 'Fiche' }).click()
  for (const name of [/^Où exactement/, /^Notes/]) {
    await expectTyped(page.getByRole('textbox', { name }))
  }
  await expect(page.getByText(/Enregistré\s*$/)).toBeVisible()
  await page.getByRole('button', { name: 'Créer un lien' }).click()
  const address = await page.getByLabel('Adresse à envoyer').inputValue()

  await page.goto('/profile')
  await page.getByRole('button', { name: 'Modifier le profil' }).click()
  await expectTyped(page.getByRole('textbox', { name: 'Nom' }))
  await page.goto('/settings')
  await expectTyped(page.getByRole('textbox', { name: 'Name' }))

  const context = await browser.newContext({ locale: 'fr-FR' })
  const artist = await context.newPage()
  await artist.goto(address)
  await expectTyped(artist.getByRole('textbox', { name: 'Répondre' }))
  await context.close()
})
