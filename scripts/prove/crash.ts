import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crashSite } from '../../workers/generator/system-tests/crash.ts'
import { startFakeServices } from '../../workers/generator/system-tests/fake-services.ts'
import { bundleWorkers } from '../../workers/generator/system-tests/site.ts'
import { readPlainWords } from '../lib/run-command.ts'

const usage = `npm test -- --long crash [kills]    kills the workers 200 times while they make designs; npm test does it 5 times`
const [kills = '200'] = readPlainWords(usage, 1)
if (!/^[1-9]\d*$/.test(kills)) {
  console.error(
    `The number of kills is "${kills}": it must be a whole number from 1 on\n\n${usage}`,
  )
  process.exit(1)
}
const say = (sentence: string) => console.log(sentence)
const folder = mkdtempSync(join(tmpdir(), 'encre-crash-'))
const services = await startFakeServices()
try {
  await bundleWorkers(folder)
  const { killedAfter, states, acknowledged, faults } = await crashSite({
    services,
    bundles: folder,
    folder,
    kills: Number(kills),
    say,
  })
  say(`killed after: ${list(killedAfter)}`)
  say(
    `acknowledged ${acknowledged}; in the end: ${list(states)}; images paid: ${[...services.paid.values()].reduce((sum, n) => sum + n, 0)}`,
  )
  for (const [name, found] of Object.entries(faults)) {
    say(`${name}: ${found.length}${found.map((one) => `\n  ${one}`).join('')}`)
  }
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
