import { ExpectedError, readPlainWords, runCommand } from '../lib/run-command.ts'
import { measureHeaps } from './bench/heap.ts'
import { median } from './bench/median.ts'

const usage = `npm test -- --long heap    sends 20,000 requests to all workers in ten minutes, as 40 members draw and follow their designs by event streams, and measures each isolate`
const requests = 20_000
const partMs = 60_000
/** Of the 128 MB that an isolate has. */
const mostIsolateMb = 64
// 8 MB for 20,000 requests of its own. Each worker receives a quarter.
const mostMb = 2
// From the first half of the requests to the last. What workerd takes beyond the heaps is its own: its
// caches of SQLite's pages, its allocators and the code of its helpers. One reading is up to 90 MB
// away from the next while streams are open, so medians are compared.
const mostResidentMb = 64

readPlainWords(usage)
await runCommand(async () => {
  const { heaps, resident, streams } = await measureHeaps(requests, partMs, console.log)
  const grown = heaps.filter(({ before, after }) => after - before > mostMb)
  const describe = ({ isolate, before, during, after }: (typeof heaps)[number]) =>
    `${isolate} keeps ${after} MB, before ${before}, with all streams open ${during}`
  for (const heap of heaps.filter(({ isolate }) => isolate.startsWith('encre-'))) {
    console.log(describe(heap))
  }
  const own = heaps.filter(({ isolate }) => isolate.startsWith('encre-'))
  const large = own.filter(({ during, after }) => Math.max(during, after) > mostIsolateMb)
  const sum = own.reduce((total, { after }) => total + after, 0)
  const others = heaps.length - own.length
  console.log(
    `${sum.toFixed(1)} MB of ${resident.at(-1)} MB are our ${own.length} isolates'; the rest is workerd's own, with ${others} isolates that stand in for D1, R2 and the other services.`,
  )
  const half = resident.length / 2
  const late = median(resident.slice(half)) - median(resident.slice(0, half))
  console.log(`${streams} event streams were read to their end.`)
  console.log(`${heaps.length - grown.length} passed, ${grown.length} failed`)
  if (large.length > 0)
    throw new ExpectedError(
      `These may have ${mostIsolateMb} MB:\n${large.map(describe).join('\n')}`,
    )
  if (grown.length > 0)
    throw new ExpectedError(`These may keep ${mostMb} MB more:\n${grown.map(describe).join('\n')}`)
  if (late > mostResidentMb)
    throw new ExpectedError(
      `workerd grew by ${late} MB from the first half of the requests to the last, and may by ${mostResidentMb} MB`,
    )
})
process.exit()
