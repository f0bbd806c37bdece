import { ExpectedError } from '../lib/expected-error.ts'
import { runCommand } from '../lib/run-command.ts'
import { explainReleaseError } from './explain.ts'
import { createProgram } from './program.ts'

await runCommand(
  async () => {
    refuseNpmOptions(process.env)
    await createProgram().parseAsync()
  },
  { explain: explainReleaseError },
)
// A check that failed may have left a browser or a build.
if (process.exitCode) process.exit()

/** npm consumes options that do not follow a `--`. Without this check a release would lose its reason. */
function refuseNpmOptions(environment: NodeJS.ProcessEnv): void {
  const consumed = ['reason', 'without-mount', 'drop-route', 'all', 'live'].find(
    (name) => environment[`npm_config_${name.replaceAll('-', '_')}`],
  )
  if (!consumed) return
  const value = ['all', 'live'].includes(consumed) ? '' : ' "why"'
  throw new ExpectedError(`npm consumed --${consumed}. Write -- before it: npm run release gallery -- --${consumed}${value}`)
}
