import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crashSite } from '../workers/generator/system-tests/crash.ts'
import { startFakeServices } from '../workers/generator/system-tests/fake-services.ts'
import { bundleWorkers } from '../workers/generator/system-tests/site.ts'

// `npm run test:crash [kills]`: the short form is in `npm test`.
const kills = Number(process.argv[2] ?? 200)
const say = (sentence: string) => console.log(sentence)
const folder = mkdtempSync(join(tmpdir(), 'encre-crash-'))
const services = await startFakeServices()
try {
  await bundleWorkers(folder)
  const { killedAfter, states, acknowledged, faults } = await crashSite({ services, bundles: folder, folder, kills, say })
  say(`killed after: ${list(killedAfter)}`)
  say(
    `acknowledged ${acknowledged}; in the end: ${list(states)}; images paid: ${[...services.paid.values()].reduce((sum, n) => sum + n, 0)}`,
  )
  for (const [name, found] of Object.entries(faults)) say(`${name}: ${found.length}${found.map((one) => `\n  ${one}`).join('')}`)
  const failed = Object.values(faults).filter((found) => found.length > 0).length
  say(`${Object.keys(faults).length - failed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
} finally {
  await services.close()
  rmSync(folder, { recursive: true, force: true })
}

function list(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([name, times]) => `${name} ${times}`)
    .join(', ')
}
