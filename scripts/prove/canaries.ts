import { aims, measureCell } from '../../shell/worker/testing/simulate-canaries.ts'
import { ExpectedError, readPlainWords, runCommand } from '../lib/run-command.ts'

const runs = 1000

readPlainWords(`npm test -- --long canaries    1,000 canaries in clock time for each kind of site and fault: how many reach everyone, whom
                           they harm, and how long they take (docs/decisions/021-canaries.md)`)
await runCommand(async () => {
  const failures: string[] = []
  console.log(
    '| visits a day | fails for more | reaches everyone | aim | goes back later | visitors harmed, mean | days, half |\n|---|---|---|---|---|---|---|',
  )
  for (const { cell, atLeast, atMost } of aims) {
    const { reachedEveryone, wentBack, harmed, days } = measureCell(cell, runs)
    const aim = atLeast === undefined ? `at most ${atMost} %` : `at least ${atLeast} %`
    const row = [
      cell.visitsPerDay,
      `${cell.more * 100} of 100${cell.silent ? ', silently' : ''}`,
      `${reachedEveryone.toFixed(1)} %`,
      aim,
      `${wentBack.toFixed(1)} %`,
      harmed.toFixed(1),
      days?.toFixed(1) ?? '-',
    ]
    console.log(`| ${row.join(' | ')} |`)
    if (reachedEveryone < (atLeast ?? 0) || reachedEveryone > (atMost ?? 100))
      failures.push(`${row.slice(0, 2).join(' visits, ')}: ${row[2]}, not ${aim}`)
  }
  console.log(`${aims.length - failures.length} passed, ${failures.length} failed`)
  if (failures.length > 0) throw new ExpectedError(failures.join('\n'))
})
process.exit()
