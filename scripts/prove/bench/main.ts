import { readPlainWords, say } from '../../lib/run-command.ts'
import { benchPages } from './pages/pages.ts'
import { benchSizes } from './sizes.ts'
import { benchWorkers } from './workers.ts'

const benches = {
  workers: () => benchWorkers(say),
  sizes: () => benchSizes(say),
  pages: () => benchPages(say),
}

const names = Object.keys(benches)
const usage = `npm run bench            every benchmark, and one table
npm run bench [names]    some of them: ${names.join(', ')}`
const wanted = readPlainWords(usage, names.length)
const unknown = wanted.filter((name) => !Object.hasOwn(benches, name))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. The benchmarks: ${names.join(', ')}`)
  process.exit(1)
}
const rows: [string, string][] = []
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length === 0 || wanted.includes(name)) rows.push(...(await bench()))
}
say(
  `\n| figure | measured |\n|---|---|\n${rows.map(([name, value]) => `| ${name} | ${value} |`).join('\n')}`,
)
process.exit(0)
