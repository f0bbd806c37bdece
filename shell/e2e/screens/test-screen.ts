import type { Page } from '@playwright/test'
import { expect, test as siteTest } from '../fixtures.ts'
import { examineState, type ScreenStates } from './examine-state.ts'
import { clearServiceFaults } from './faults.ts'

/**
 * Examines the page in the state of this name; `widths` where the state exists at these widths
 * only.
 */
type Examine<Name> = (name: Name, widths?: readonly number[]) => Promise<void>

/**
 * A test whose `examine` knows the states of one screen. A file of such tests fails unless it
 * examines every state.
 */
export function testScreen<States extends ScreenStates>(states: States) {
  const examined = new Set<string>()
  const test = siteTest.extend<{ examine: Examine<keyof States & string> }>({
    // These tests cause failures. A page that differs from its prerendered markup is never one of
    // them.
    allowedErrors: [/Failed to load resource|\[composition \w+\] (?!.*[Hh]ydrat)/s],
    reducedMotion: 'reduce',
    examine: async ({ site: { page } }, use, testInfo) => {
      // A dozen states each; a busy machine is slow.
      testInfo.setTimeout(600_000)
      const reported: string[] = []
      page.on('console', (message) => message.type() === 'error' && reported.push(message.text()))
      await use(async (name, widths) => {
        const state = states[name]
        if (!state) throw new Error(`there is no state ${name}`)
        await examineState(page, name, state, { reported, widths })
        examined.add(name)
      })
      await clearServiceFaults()
    },
  })
  test.afterAll(() => expect([...examined].sort()).toEqual(Object.keys(states).sort()))
  return test
}

export async function openMenu(page: Page): Promise<void> {
  await page.setViewportSize({ width: 375, height: 812 })
  await page.getByRole('button', { name: 'Menu' }).click()
}

export async function closeMenu(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1280, height: 900 })
}
