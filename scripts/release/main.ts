import { runCommand } from '../lib/run-command.ts'
import { explainReleaseError } from './describe.ts'
import { runRelease } from './program.ts'

await runCommand(() => runRelease(process.argv.slice(2)), { explain: explainReleaseError })
// A check that failed may have left a browser or a build.
if (process.exitCode) process.exit()
