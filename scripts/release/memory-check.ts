import type { Page } from '@playwright/test'

/** Times that the page is left and opened again, after `warmUpRounds`, which fill caches. */
const rounds = 5
const warmUpRounds = 2

/** Bytes that a page may keep each time it is opened. A healthy one keeps less than a hundred thousand. */
const keptBytesPerRound = 1_000_000

/**
 * Leaves the open page of a remote for a page of the shell and returns, several times, within one document. Returns a sentence if the page
 * keeps more memory each time, such as a listener that is never removed.
 */
export async function findMemoryLeak(page: Page): Promise<string | null> {
  const session = await page.context().newCDPSession(page)
  const path = new URL(page.url()).pathname
  for (let round = 0; round < warmUpRounds; round++) await leaveAndReturn(page, path)
  const before = await readHeapBytes()
  for (let round = 0; round < rounds; round++) await leaveAndReturn(page, path)
  const kept = Math.round(((await readHeapBytes()) - before) / rounds)
  return kept > keptBytesPerRound ? `it keeps more memory each time it is opened: ${kept} bytes, the limit is ${keptBytesPerRound}` : null

  async function readHeapBytes(): Promise<number> {
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize, backingStorageSize = 0 } = await session.send('Runtime.getHeapUsage')
    return usedSize + backingStorageSize
  }
}

async function leaveAndReturn(page: Page, path: string): Promise<void> {
  await page.locator('header a[href="/about"]').first().click()
  await page.waitForURL((url) => url.pathname === '/about')
  await page.goBack()
  await page.waitForURL((url) => url.pathname === path)
  await page.locator('main h1').first().waitFor()
}
