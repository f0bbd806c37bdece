import { ExpectedError, readPlainWords, runCommand } from '../lib/run-command.ts'
import { measureHeaps } from './bench/heap.ts'

const usage = `npm test -- --long heap    sends 20,000 requests to all workers over 64 connections, and measures what each isolate keeps`
const requests = 20_000
// 8 MB for 20,000 requests of its own. Each worker receives a quarter.
const mostMb = 2

readPlainWords(usage)
await runCommand(async () => {
  const heaps = await measureHeaps(requests, console.log)
  const grown = heaps.filter(({ before, after }) => after - before > mostMb)
  const describe = ({ isolate, before, after }: (typeof heaps)[number]) =>
    `${isolate} keeps ${after} MB, before ${before}`
  for (const heap of heaps.filter(({ isolate }) => isolate.startsWith('encre-'))) {
    console.log(describe(heap))
  }
  console.log(`${heaps.length - grown.length} passed, ${grown.length} failed`)
  if (grown.length > 0)
    throw new ExpectedError(`These may keep ${mostMb} MB more:\n${grown.map(describe).join('\n')}`)
})
process.exit()
