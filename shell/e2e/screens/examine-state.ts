import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

/**
 * The sentences of the specification that a screen shows in one state. `{...}` stands for a varying
 * part.
 */
interface ScreenState {
  fr?: readonly string[]
  en?: readonly string[]
  /** Messages of reported errors, which no screen shows. */
  reported?: readonly string[]
}

/**
 * The states of one screen by name. Each kind of state is there once, with its exact characters.
 */
export type ScreenStates = Record<string, ScreenState>

/**
 * The folder for the screenshots of `npm run screens`. Without it, each state is examined instead.
 */
const screenshotFolder = process.env.ENCRE_SCREENS
const allWidths = [320, 375, 768, 1280, 1920]
/** Of small phones. */
const heights: Record<number, number> = { 320: 568, 375: 667 }
/** For states that exist on narrow windows only. */
export const narrowWidths = [320, 640]
const schemes = ['light', 'dark'] as const
/** The dark scheme changes colours only. */
const colourRules = ['color-contrast', 'link-in-text-block']
/** WCAG 2.2 has a rule for targets of 24 px, which axe runs only on request. */
const targetSize = 'target-size'

interface ExamineOptions {
  reported?: readonly string[]
  widths?: readonly number[] | undefined
}

/**
 * Examines the page as it is: its sentences in their language, no sideways scrolling at any width,
 * no words under a registration mark, no axe finding in light and dark, and what is selected is seen
 * in forced colours.
 */
export async function examineState(
  page: Page,
  name: string,
  { fr = [], en = [], reported: wanted = [] }: ScreenState,
  { reported = [], widths = allWidths }: ExamineOptions = {},
): Promise<void> {
  await test.step(name, async () => {
    await expect
      .poll(() => page.evaluate(findMissingSentences, { fr, en }), {
        message: name,
        timeout: 20_000,
      })
      .toEqual([])
    for (const text of wanted) {
      await expect.poll(() => reported.some((line) => line.includes(text)), text).toBe(true)
    }
    if (screenshotFolder) return takeScreenshots(page, join(screenshotFolder, name), widths)

    await examineWidths(page, name, widths)
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme })
      expect(await findViolations(page, colorScheme), `${name}, ${colorScheme}`).toEqual([])
    }
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
    expect(await page.evaluate(findUnmarked), `${name}, forced colours`).toEqual([])
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
  })
}

/**
 * What axe finds in a page that has this scheme. A target that a pinned bar covers in part is judged
 * in the middle of the window, where a member scrolls it.
 */
export async function findViolations(
  page: Page,
  colorScheme: (typeof schemes)[number],
): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ rules: { [targetSize]: { enabled: true } } })
  if (colorScheme === 'dark') axe.withRules(colourRules)
  const { violations } = await axe.analyze()
  const found: string[] = []
  for (const { id, nodes } of violations) {
    for (const { html, target } of nodes) {
      if (id === targetSize && (await isLargeEnough(page, String(target[0])))) continue
      found.push(`${id}: ${html}`)
    }
  }
  return found
}

async function isLargeEnough(page: Page, selector: string): Promise<boolean> {
  const target = page.locator(selector)
  await target.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const axe = new AxeBuilder({ page }).setLegacyMode(true).include(selector).withRules(targetSize)
  const { violations } = await axe.analyze()
  await page.evaluate(() => scrollTo(0, 0))
  return violations.length === 0
}

async function examineWidths(page: Page, name: string, widths: readonly number[]): Promise<void> {
  const before = page.viewportSize()
  for (const width of widths) {
    await page.setViewportSize({ width, height: heights[width] ?? 900 })
    const needed = () => page.evaluate(() => document.documentElement.scrollWidth)
    await expect.poll(needed, `${name} at ${width}`).toBeLessThanOrEqual(width)
    expect(await page.evaluate(findWordsUnderMarks), `${name} at ${width}`).toEqual([])
  }
  if (before) await page.setViewportSize(before)
}

async function takeScreenshots(page: Page, path: string, widths: readonly number[]): Promise<void> {
  mkdirSync(screenshotFolder ?? '', { recursive: true })
  const before = page.viewportSize()
  for (const width of widths.includes(1280) ? [375, 1280] : [375]) {
    await page.setViewportSize({ width, height: width < 700 ? 812 : 900 })
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme })
      // Sticky elements depend on the scroll position, and a new colour scheme needs a frame.
      await page.evaluate(() => {
        scrollTo(0, 0)
        return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      })
      await page.screenshot({ path: `${path}-${width}-${colorScheme}.png`, fullPage: true })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  if (before) await page.setViewportSize(before)
}

/**
 * Runs in the page. Returns what is selected and looks, in its box and in what it holds, like its
 * neighbours that are not. A control that the browser draws shows it by itself.
 */
function findUnmarked(): string[] {
  const selected = ':checked, [aria-current], [aria-pressed="true"], [aria-selected="true"]'
  const kinds = 'a, button, input, [role="tab"]'
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.getBoundingClientRect().width > 1
  const boxOf = (control: Element) => {
    const label = control instanceof HTMLInputElement ? control.labels?.[0] : null
    return label ?? control
  }

  /** Without colours, backgrounds and shadows: forced colours replace them. */
  function lookOf(box: Element): string {
    const parts = [box, ...box.querySelectorAll(':scope > *, :scope > * > svg')]
    const marks = parts.flatMap((element) =>
      [null, '::before', '::after'].map((pseudo) => {
        const style = getComputedStyle(element, pseudo)
        const border = `${style.borderBlockEndStyle} ${style.borderBlockEndWidth}`
        const outline = style.outlineStyle === 'none' ? '' : style.outlineWidth
        const words = `${style.fontWeight} ${style.textDecorationLine} ${pseudo && style.content}`
        return [border, outline, words, style.fill === 'none', style.stroke === 'none'].join(' ')
      }),
    )
    return marks.join('|')
  }

  function neighboursOf(control: Element): Element[] {
    const box = boxOf(control)
    const group = box.closest('li')?.parentElement ?? box.parentElement
    return [...(group?.querySelectorAll(kinds) ?? [])]
      .filter((other) => !other.matches(selected) && other.className === control.className)
      .map(boxOf)
      .filter(isShown)
  }

  return [...document.querySelectorAll(selected)]
    .filter((control) => control.matches(kinds) && isShown(boxOf(control)))
    .filter((control) => !(control instanceof HTMLInputElement && isShown(control)))
    .filter((control) =>
      neighboursOf(control).some((other) => lookOf(other) === lookOf(boxOf(control))),
    )
    .map((control) => boxOf(control).textContent?.trim() || control.outerHTML.slice(0, 80))
}

/** Runs in the page. Returns the texts that a registration mark of their frame crosses. */
function findWordsUnderMarks(): (string | null)[] {
  const found: (string | null)[] = []
  for (const mark of document.querySelectorAll('[data-mark]')) {
    const box = mark.getBoundingClientRect()
    const texts = document.createTreeWalker(mark.parentElement ?? mark, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(text)
      const isUnder = [...range.getClientRects()].some(
        ({ left, right, top, bottom }) =>
          left < box.right && right > box.left && top < box.bottom && bottom > box.top,
      )
      if (isUnder) found.push(text.textContent)
    }
  }
  return found
}

/** Runs in the page. Returns the sentences that no visible element shows in their language. */
function findMissingSentences(sentences: {
  fr: readonly string[]
  en: readonly string[]
}): string[] {
  const varying: Record<string, string> = {
    date: '[A-Z][a-z]+ \\d{1,2}, \\d{4}',
    month: '\\p{L}+',
    year: '\\d{4}',
    reason: '.+',
  }
  // The typeset text has narrow and non-breaking spaces.
  const shown = [...document.body.querySelectorAll('*')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .map((element) => ({
      text: (element.textContent ?? '').replace(/[\u00a0\u202f]/g, ' ').trim(),
      lang: element.closest<HTMLElement>('[lang]')?.lang,
    }))
  return Object.entries(sentences)
    .flatMap(([lang, texts]) => texts.map((text) => ({ lang, text })))
    .filter(({ text, lang }) => {
      const escaped = text.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
      const pattern = new RegExp(
        `^${escaped.replace(/\{(\w+)\}/g, (_, name: string) => varying[name] ?? '.+')}$`,
        'u',
      )
      return !shown.some((element) => element.lang === lang && pattern.test(element.text))
    })
    .map(({ text, lang }) => `${lang}: ${text}`)
}
