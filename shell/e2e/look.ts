import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { type Place, type Sentence, sentencesOf } from './sentences.ts'

/** Where `npm run screens` wants its pictures; without it, each place is examined. */
const pictures = process.env.ENCRE_SCREENS
const widths = [320, 768, 1280, 1920]
const schemes = ['light', 'dark'] as const
/** In dark the page differs in its colours alone. */
const colourRules = ['color-contrast', 'link-in-text-block']

export const looked = { sentences: 0, places: 0, axe: 0 }

/** Looks at the page as it stands: is everything said there, in its language; can it be read by all, at every width, in light and dark. */
export async function lookAt(page: Page, place: Place, reported: readonly string[], only: readonly number[] = widths): Promise<void> {
  await test.step(place, async () => {
    const sentences = sentencesOf(place)
    await expect.poll(() => page.evaluate(missingSentences, sentences.shown), { message: place, timeout: 20_000 }).toEqual([])
    for (const text of sentences.reported) await expect.poll(() => reported.some((line) => line.includes(text)), text).toBe(true)
    if (pictures) return takePictures(page, place, only)

    looked.sentences += sentences.shown.length + sentences.reported.length
    looked.places += 1
    const before = page.viewportSize()
    for (const width of only) {
      await page.setViewportSize({ width, height: 900 })
      const needed = () => page.evaluate(() => document.documentElement.scrollWidth)
      await expect.poll(needed, `${place} at ${width}`).toBeLessThanOrEqual(width)
    }
    if (before) await page.setViewportSize(before)
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme })
      // Targets of 24 px are in WCAG 2.2, which axe leaves out unless asked.
      const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ rules: { 'target-size': { enabled: true } } })
      const { violations } = await (colorScheme === 'light' ? axe : axe.withRules(colourRules)).analyze()
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
      expect(found, `${place}, ${colorScheme}`).toEqual([])
      looked.axe += 1
    }
    await page.emulateMedia({ colorScheme: 'light' })
  })
}

async function takePictures(page: Page, place: Place, only: readonly number[]): Promise<void> {
  mkdirSync(pictures ?? '', { recursive: true })
  const before = page.viewportSize()
  for (const width of only.includes(1280) ? [375, 1280] : [375]) {
    await page.setViewportSize({ width, height: width < 700 ? 812 : 900 })
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme })
      // What sticks is drawn where the page stands, and a new scheme takes a frame.
      await page.evaluate(() => {
        scrollTo(0, 0)
        return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      })
      await page.screenshot({ path: join(pictures ?? '', `${place}-${width}-${colorScheme}.png`), fullPage: true })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  if (before) await page.setViewportSize(before)
}

/** Runs in the page: the sentences that no visible element says in its own language. */
function missingSentences(sentences: Sentence[]): string[] {
  const varying: Record<string, string> = { date: '[A-Z][a-z]+ \\d{1,2}, \\d{4}', month: '\\p{L}+', year: '\\d{4}', reason: '.+' }
  // French spaces are narrow or do not break where they are shown.
  const said = [...document.body.querySelectorAll('*')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .map((element) => ({
      text: (element.textContent ?? '').replace(/[\u00a0\u202f]/g, ' ').trim(),
      lang: element.closest<HTMLElement>('[lang]')?.lang,
    }))
  return sentences
    .filter(({ text, lang }) => {
      const escaped = text.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
      const pattern = new RegExp(`^${escaped.replace(/\{(\w+)\}/g, (_, name: string) => varying[name] ?? '.+')}$`, 'u')
      return !said.some((element) => element.lang === lang && pattern.test(element.text))
    })
    .map(({ text, lang }) => `${lang}: ${text}`)
}
