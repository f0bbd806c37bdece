import { explainError, UsageError } from './explain.ts'
import { createProgram } from './program.ts'

try {
  refuseNpmOptions(process.env)
  await createProgram().parseAsync()
} catch (error) {
  console.error(explainError(error))
  process.exit(1)
}

/** npm consumes options that do not follow a `--`. Without this check a release would lose its reason. */
function refuseNpmOptions(environment: NodeJS.ProcessEnv): void {
  const consumed = ['reason', 'without-mount', 'drop-route', 'all', 'live'].find(
    (name) => environment[`npm_config_${name.replaceAll('-', '_')}`],
  )
  if (consumed)
    throw new UsageError(
      `npm consumed --${consumed}. Write -- before it: npm run release gallery -- --${consumed}${['all', 'live'].includes(consumed) ? '' : ' "why"'}`,
    )
}
