import { expect, test } from '@playwright/test'
import { findDefects } from '../find-defects.ts'

const samples = [
  ['text on text', '<p style="margin:0 0 -1em">dessous</p><p style="margin:0">dessus</p>', /“dessous” and “dessus” overlap/],
  [
    'text on a field',
    '<input name="nom"><p style="margin:-1.2em 0 0">trop haut</p>',
    /“trop haut” and input “nom” overlap|input “nom” and/,
  ],
  ['a clipped text', '<p style="inline-size:4em;overflow:hidden;white-space:nowrap">beaucoup trop long</p>', /is clipped sideways/],
  ['a text cut in height', '<div style="block-size:1em;overflow:hidden">un<br>deux</div>', /“deux” is clipped/],
  [
    'a text outside its button',
    '<button style="inline-size:4em;white-space:nowrap">Enregistrer le design</button>',
    /is outside of button “Enregistrer/,
  ],
  [
    'a label of two lines',
    '<button style="inline-size:7em">Enregistrer le design</button>',
    /button “Enregistrer le design” has two lines/,
  ],
  ['sideways scrolling', '<p style="inline-size:200vw">large</p>', /scrolls sideways/],
  ['a broken image', '<img src="data:image/png;base64,AAAA" alt="un loup" width="50" height="50">', /the image “un loup” is broken/],
  ['a number below its title', '<p>Titre</p><p>1</p>', /1, Titre are not on one line: \d+ px apart/, ['1', 'Titre']],
] as const

for (const [name, html, expected, line] of samples) {
  test(`the browsers test finds ${name}`, async ({ page }) => {
    await page.setContent(`<body style="margin:0">${html}`)
    await page.waitForFunction(() => [...document.images].every(({ complete }) => complete))
    const defects = await page.evaluate(findDefects, { lines: line ? [[...line]] : [], isWide: true })
    expect(defects).toEqual(expect.arrayContaining([expect.stringMatching(expected)]))
  })
}

test('the browsers test accepts two lines of text, a link inside a sentence and a cut with an ellipsis', async ({ page }) => {
  await page.setContent(
    `<body style="margin:0;line-height:1"><p style="margin:0">un</p><p style="margin:0">deux <a href="/">trois</a></p>
     <p style="inline-size:4em;overflow:hidden;text-overflow:ellipsis;white-space:nowrap">beaucoup trop long</p>`,
  )
  expect(await page.evaluate(findDefects, { lines: [['deux', 'trois']], isWide: true })).toEqual([])
})
