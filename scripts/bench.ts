import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { benchColdLoad } from './bench/cold-load.ts'
import { root } from './version.ts'

const runs = Number(process.env.BENCH_RUNS ?? 15)
const say = (sentence: string) => console.log(sentence)

const rows = [...benchWorkers(), ...(await benchColdLoad(runs, say))]
say(`\n| figure | measured |\n|---|---|\n${rows.map(([name, value]) => `| ${name} | ${value} |`).join('\n')}`)
process.exit(0)

/** The workers' own benchmarks run inside workerd and print one line each: `BENCH {"figure": number}`. */
function benchWorkers(): [string, string][] {
  say('Measuring inside workerd ...')
  const words = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--config', 'vitest.bench.config.ts']
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: join(root, 'workers/gallery'), encoding: 'utf8' })
  if (status !== 0) throw new Error(`the benchmark of the gallery's worker failed:\n${stdout}${stderr}`)
  const lines = stdout.split('\n').filter((line) => line.startsWith('BENCH '))
  const figures = lines.flatMap((line) => Object.entries<number>(JSON.parse(line.slice('BENCH '.length))))
  return figures.map(([name, value]) => [name, Number.isInteger(value) ? String(value) : value.toFixed(2)])
}
