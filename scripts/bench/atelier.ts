import { benchLineArt, benchTimes } from './atelier/line-art-figures.ts'
import { benchSheets } from './atelier/sheet-figures.ts'
import { measureWorkers, workerBudget } from './atelier/worker-bytes.ts'

/** The atelier's computing: line art per style, time, printed sheets, bytes of the workers. */
export async function benchAtelier(say: (sentence: string) => void): Promise<[string, string][]> {
  say('Measuring the atelier ...')
  const bytes = Object.entries(await measureWorkers())
  return [
    ...(await benchLineArt(say)),
    ...(await benchTimes(say)),
    ...(await benchSheets(say)),
    ...bytes.map(([name, size]): [string, string] => [`${name}.js after gzip (aim ${workerBudget})`, `${size} bytes`]),
  ]
}
