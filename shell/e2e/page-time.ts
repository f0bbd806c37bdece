import { type BrowserContext, expect, type Locator, type Request } from '@playwright/test'

/** Milliseconds of the pages' time that pass between two looks at them. */
const stepMs = 500

/** The time of a context's pages, which a test lets pass. No test waits for a timer. */
export interface PageTime {
  /** Lets time pass, but not while the site has a request to answer. */
  pass(milliseconds: number): Promise<void>
  /** Lets time pass until a page shows it, at most `limitMs`. */
  passUntil(shown: Locator, limitMs: number): Promise<void>
}

/**
 * Call it before the first page opens. `isLost`: requests that the test leaves without an answer.
 * Playwright's clock has no `AbortSignal.timeout`, which follows the same time here.
 */
export async function takeTime(
  context: BrowserContext,
  isLost: (request: Request) => boolean = () => false,
): Promise<PageTime> {
  await context.clock.install()
  await context.addInitScript(() => {
    AbortSignal.timeout = (milliseconds) => {
      const controller = new AbortController()
      const end = () => controller.abort(new DOMException('timed out', 'TimeoutError'))
      setTimeout(end, milliseconds)
      return controller.signal
    }
  })
  const open = new Set<Request>()
  const end = (request: Request) => open.delete(request)
  context.on('request', (request) => isLost(request) || open.add(request))
  context.on('requestfinished', end)
  context.on('requestfailed', end)

  async function step() {
    await expect.poll(() => open.size, { intervals: [20] }).toBe(0)
    await context.clock.runFor(stepMs)
  }
  return {
    async pass(milliseconds) {
      for (let passed = 0; passed < milliseconds; passed += stepMs) await step()
    },
    async passUntil(shown, limitMs) {
      for (let passed = 0; passed < limitMs; passed += stepMs) {
        if (await shown.isVisible()) return
        await step()
      }
      // A busy machine may still compute what the page shows.
      await expect(shown).toBeVisible({ timeout: 10_000 })
    },
  }
}
