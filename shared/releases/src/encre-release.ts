#!/usr/bin/env node
import { Command } from 'commander'
import { type BuildOptions, RefusedError } from './check-build.ts'
import { explainRegistryError, getStatus, type Registry, readRelease } from './registry-client.ts'
import {
  describeStatus,
  previewBuild,
  readVersionName,
  releaseBuild,
  rollBackRemote,
} from './release-build.ts'
import {
  addBuildOptions,
  environmentHelp,
  toEveryone,
  whyReleased,
  withoutMount,
} from './release-options.ts'

const folder = ['[folder]', 'the build', 'dist'] as const

const program = new Command('encre-release').showHelpAfterError()
program.addHelpText('after', environmentHelp)
addBuildOptions(program.command('release', { isDefault: true }))
  .description('give the build to the first visitors, in place of another canary')
  .argument(...folder)
  .option(...whyReleased)
  .option(...withoutMount)
  .option(...toEveryone)
  .action(async (directory, options) =>
    console.log(await releaseBuild(readRegistry(), directory, options)),
  )
addBuildOptions(program.command('preview'))
  .description('upload the build and print a link that shows it to whoever opens it')
  .argument('[words...]', 'the folder of the build (dist); remote@version for each other remote')
  .option(...withoutMount)
  .action(async (words, options) => console.log(await preview(words, options)))
program
  .command('status')
  .description('list the versions of its remote with their health reports')
  .argument(...folder)
  .action(async (directory) =>
    console.log(describeStatus(await getStatus(readRegistry(), readRelease(directory).name))),
  )
program
  .command('rollback')
  .description('end the canary of its remote, else return to the previous version')
  .argument(...folder)
  .option(...whyReleased)
  .action(async (directory, { reason }) =>
    console.log(await rollBackRemote(readRegistry(), readRelease(directory).name, reason)),
  )

try {
  await program.parseAsync()
} catch (error) {
  console.error(explainRegistryError(error) ?? (isUsageError(error) ? error.message : error))
  process.exitCode = 1
}

function preview(words: string[], options: BuildOptions): Promise<string> {
  const others = words.filter((word) => word.includes('@')).map(readVersionName)
  const directory = words.find((word) => !word.includes('@')) ?? 'dist'
  return previewBuild(readRegistry(), directory, { ...options, others })
}

function readRegistry(): Registry {
  const { ENCRE_ORIGIN: origin, ENCRE_RELEASE_TOKEN: token } = process.env
  if (origin && token) return { origin, token }
  throw new RefusedError('Set ENCRE_ORIGIN and ENCRE_RELEASE_TOKEN: see encre-release --help')
}

/** A refusal, or a folder without a build. */
function isUsageError(error: unknown): error is Error {
  return (
    error instanceof RefusedError ||
    (error instanceof Error && 'code' in error && error.code === 'ENOENT')
  )
}
