import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crashSite } from '../workers/generator/outside/crash.ts'
import { bundleWorkers } from '../workers/generator/outside/site.ts'
import { openWorld } from '../workers/generator/outside/world.ts'

// `npm run test:crash [kills]`: the short form is in `npm test`.
const kills = Number(process.argv[2] ?? 200)
const say = (sentence: string) => console.log(sentence)
const folder = mkdtempSync(join(tmpdir(), 'encre-crash-'))
const world = await openWorld()
try {
  await bundleWorkers(folder)
  const { killedAfter, states, acknowledged, faults } = await crashSite({ world, bundles: folder, folder, kills, say })
  say(`killed after: ${list(killedAfter)}`)
  say(`acknowledged ${acknowledged}; in the end: ${list(states)}; images paid: ${[...world.paid.values()].reduce((sum, n) => sum + n, 0)}`)
  for (const [name, found] of Object.entries(faults)) say(`${name}: ${found.length}${found.map((one) => `\n  ${one}`).join('')}`)
  const failed = Object.values(faults).filter((found) => found.length > 0).length
  say(`${Object.keys(faults).length - failed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
} finally {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
}

function list(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([name, times]) => `${name} ${times}`)
    .join(', ')
}
