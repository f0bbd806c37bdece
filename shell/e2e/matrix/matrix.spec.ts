import { expect, test } from '../fixtures.ts'
import { allCells, type Cell, remotes, someCells } from './cells.ts'
import { startDripServer } from './drip-server.ts'
import { tryCell } from './try-cell.ts'

// `npm test` tries the cells that differ most, `npm run test:matrix` all of them.
const whole = process.env.ENCRE_MATRIX === 'whole'
const cells = whole ? allCells : someCells
const pagesAtOnce = 4

// Each page breaks on purpose and says so in its console.
test.use({ allowedErrors: [/./], trace: 'off' })

for (const remote of remotes) {
  const ofRemote = cells.filter((cell) => cell.remote === remote)
  test(`${ofRemote.length} ways for the ${remote} to break: the member is told within 12 s, and the rest of the site goes on`, async ({
    site,
    browser,
  }) => {
    test.setTimeout(whole ? 1_200_000 : 240_000)
    await site.signUp()
    const member = await site.page.context().storageState()
    const drip = await startDripServer()
    try {
      expect(await tryAll((cell) => tryCell(browser, member, cell, drip.origin), ofRemote)).toEqual([])
    } finally {
      await drip.close()
    }
  })
}

/** The cells in which something is not as it must be, each with what it is. */
async function tryAll(tryOne: (cell: Cell) => Promise<void>, all: Cell[]): Promise<string[]> {
  const complaints: string[] = []
  const waiting = [...all]
  const work = async () => {
    for (let cell = waiting.shift(); cell; cell = waiting.shift()) {
      const { part, fault, previous } = cell
      const name = `${part}, ${fault}, ${previous ? 'with' : 'without'} a previous version`
      await tryOne(cell).catch((error: Error) => complaints.push(`${name}: ${error.message}`))
    }
  }
  await Promise.all(Array.from({ length: pagesAtOnce }, work))
  return complaints
}
