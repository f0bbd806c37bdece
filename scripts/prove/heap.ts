import { ExpectedError, readPlainWords, runCommand } from '../lib/run-command.ts'
import { measureHeaps } from './bench/heap.ts'

const usage = `npm test -- --long heap    sends 20,000 requests to all workers over 64 connections, and measures what each isolate keeps`
const requests = 20_000
// 8 MB for 20,000 requests of its own. Each worker receives a quarter.
const mostMb = 2
// Of the last half of the requests. What workerd takes beyond the heaps is its own: its caches of
// SQLite's pages, its allocators and the code of its helpers are full by then.
const mostResidentMb = 64

readPlainWords(usage)
await runCommand(async () => {
  const { heaps, resident } = await measureHeaps(requests, console.log)
  const grown = heaps.filter(({ before, after }) => after - before > mostMb)
  const describe = ({ isolate, before, after }: (typeof heaps)[number]) =>
    `${isolate} keeps ${after} MB, before ${before}`
  for (const heap of heaps.filter(({ isolate }) => isolate.startsWith('encre-'))) {
    console.log(describe(heap))
  }
  const own = heaps.filter(({ isolate }) => isolate.startsWith('encre-'))
  const sum = own.reduce((total, { after }) => total + after, 0)
  const others = heaps.length - own.length
  console.log(
    `${sum.toFixed(1)} MB of ${resident.at(-1)} MB are our ${own.length} isolates'; the rest is workerd's own, with ${others} isolates that stand in for D1, R2 and the other services.`,
  )
  const late = Math.max(...resident.slice(resident.length / 2)) - (resident[4] ?? 0)
  console.log(`${heaps.length - grown.length} passed, ${grown.length} failed`)
  if (grown.length > 0)
    throw new ExpectedError(`These may keep ${mostMb} MB more:\n${grown.map(describe).join('\n')}`)
  if (late > mostResidentMb)
    throw new ExpectedError(
      `workerd grew by ${late} MB in the last half of the requests, and may by ${mostResidentMb} MB`,
    )
})
process.exit()
