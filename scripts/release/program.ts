import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { listFeatures } from '@encre/build/features'
import { root } from '@encre/build/workspace'
import { isOnThisMachine } from '@encre/protocol/network'
import {
  createToken,
  endPreview,
  listHistory,
  listPreviews,
  listTokens,
  prune,
  type Registry,
  revokeToken,
} from '@encre/releases'
import { rollBackRemote } from '@encre/releases/release-build'
import {
  addBuildOptions,
  allowsRoutes,
  environmentHelp,
  toEveryone,
  whyGrows,
  whyReleased,
  withoutMount,
} from '@encre/releases/release-options'
import { secretValues } from '@encre/worker/secrets'
import { Argument, Command, InvalidArgumentError } from 'commander'
import { ExpectedError } from '../lib/run-command.ts'
import * as commands from './commands.ts'
import { describeHistory, describePreviews, describeTokens } from './describe.ts'

/**
 * Reads from the environment which registry to call, and with which token. A site that `npm start`
 * runs here needs neither.
 */
function readRegistry(): Registry {
  const origin = readOrigin()
  const token = process.env.ENCRE_RELEASE_TOKEN ?? readLocalToken(origin)
  if (!token) throw new ExpectedError(`Set ENCRE_RELEASE_TOKEN to your team's token for ${origin}`)
  return { origin, token, author: userInfo().username }
}

function readOrigin(): string {
  const given = process.env.ENCRE_ORIGIN ?? `http://localhost:${process.env.PORT ?? 8787}`
  if (!URL.canParse(given))
    throw new ExpectedError(
      `ENCRE_ORIGIN is "${given}". It must be an address, as in https://encre.example`,
    )
  const { origin, port } = new URL(given)
  // The pages of a local site belong to this origin, so 127.0.0.1 would be another site for the
  // browser.
  return isOnThisMachine(origin) ? `http://localhost:${port}` : origin
}

function readLocalToken(origin: string): string | undefined {
  const path = join(root, '.data', new URL(origin).port, 'secrets.json')
  if (!isOnThisMachine(origin) || !existsSync(path)) return undefined
  return secretValues(
    'PLATFORM_TOKEN',
    JSON.parse(readFileSync(path, 'utf8')).PLATFORM_TOKEN ?? '',
  )[0]
}

function createProgram(): Command {
  const program = new Command('npm run release')
    .description(
      'Publishes remotes and manages their versions. Write -- before options: npm run release gallery -- --reason "why". Without ENCRE_ORIGIN it calls the site of npm start, which needs no token',
    )
    .enablePositionalOptions()
    .showHelpAfterError()
    .addHelpText('after', environmentHelp)
    .addArgument(builtRemote())
    .option(...whyReleased)
    .option(...withoutMount)
    .option(...toEveryone)
    .action(show(commands.release))
  addBuildOptions(program)
  addBuildCommands(program)
  addVersionCommands(program)
  addUndoCommands(program)
  addReportCommands(program)
  addPlatformCommands(program)
  return program
}

function addBuildCommands(program: Command): void {
  addBuildOptions(program.command('upload'))
    .description('build, check and upload; no visitor gets the version yet')
    .addArgument(builtRemote())
    .action(
      show(async (registry, remote, options) => {
        const version = await commands.upload(registry, remote, options)
        return `${remote} ${version} is uploaded; nobody gets it yet`
      }),
    )
  program
    .command('contract')
    .description("write the contract of the released pages to the worker's contract.released.json")
    .addArgument(builtRemote())
    .action(show(commands.fetchContract))
  addBuildOptions(program.command('preview'))
    .description(
      'create a link that shows versions to whoever opens it, valid for a day: gallery is a new build, gallery@3f2a91c-9b01d2e4 that version',
    )
    .argument('<remotes...>')
    .action(show(commands.preview, saveLink))
  program
    .command('previews')
    .description('list the links of a remote that still open, with their ids')
    .argument('<remote>')
    .action(
      show(async (registry, remote) => describePreviews(await listPreviews(registry, remote))),
    )
  program
    .command('end')
    .description('end a preview at once, also for those who have opened its link')
    .argument('<remote>')
    .argument('<id>', 'as npm run release previews prints it')
    .action(
      show(async (registry, remote, id) => {
        await endPreview(registry, remote, id)
        return `ended: ${id}`
      }),
    )
}

function addVersionCommands(program: Command): void {
  addBuildOptions(program.command('canary'))
    .description(
      'give a share of the visitors a version, in place of another canary: the named one, else a new build; 0 ends the canary',
    )
    .argument('<remote>')
    .argument('<percent>', 'whole number from 0 to 100', readWhole(0, 100))
    .argument('[version]')
    .option(...whyReleased)
    .option(...withoutMount)
    .action(
      show((registry, remote, share, version, options) =>
        commands.canary(registry, remote, { ...options, share, version }),
      ),
    )
  program
    .command('promote')
    .description('give all visitors an uploaded version (platform token)')
    .argument('<remote>')
    .argument('<version>')
    .requiredOption(...whyReleased)
    .option(...allowsRoutes)
    .option(...whyGrows)
    .action(show(commands.promoteVersion))
}

function addUndoCommands(program: Command): void {
  program
    .command('rollback')
    .description(
      'end the active canary, else return to the previous version, or to none before the first one',
    )
    .argument('<remote>')
    .option(...whyReleased)
    .action(show((registry, remote, { reason }) => rollBackRemote(registry, remote, reason)))
  program
    .command('withdraw')
    .description(
      "take a remote's pages and links away from all visitors; rollback brings them back",
    )
    .argument('<remote>')
    .requiredOption(...whyReleased)
    .action(show((registry, remote, { reason }) => commands.withdraw(registry, remote, reason)))
  program
    .command('prune')
    .description('delete old versions of a remote, or of "shell"; versions in use stay')
    .argument('<remote>')
    .argument('[keep]', 'number of versions to keep', readWhole(3, 1000), 10)
    .option(
      '--orphans <files>',
      'delete so many files of no release, which were kept before',
      readWhole(0, 1_000_000),
    )
    .action(
      show(async (registry, remote, keep, { orphans }) => {
        const { versions, kept } = await prune(registry, remote, { keep, orphans })
        const deleted = versions.length > 0 ? `deleted: ${versions.join(' ')}` : 'nothing to delete'
        return kept
          ? `${deleted}\n${kept.files} files of no release stay (${kept.reason}): the registry may have lost releases. If they are to go, add --orphans ${kept.files}`
          : deleted
      }),
    )
}

function addReportCommands(program: Command): void {
  program
    .command('status')
    .description('list the versions of a remote with their health reports')
    .argument('<remote>')
    .action(show(commands.status))
  program
    .command('history')
    .description('list who changed what, and why')
    .argument('<remote>')
    .action(show(async (registry, remote) => describeHistory(await listHistory(registry, remote))))
}

function addPlatformCommands(program: Command): void {
  program
    .command('shell')
    .description('build the shell and upload its files (platform token)')
    .action(show(commands.uploadShell))
  program
    .command('token')
    .description('create a token for one remote and print it once (platform token)')
    .argument('<remote>')
    .argument('[team]', 'name in the history, the remote by default')
    .action(show((registry, remote, team) => createToken(registry, remote, team ?? remote)))
  program
    .command('tokens')
    .description('list the tokens with their ids (platform token)')
    .action(show(async (registry) => describeTokens(await listTokens(registry))))
  program
    .command('revoke')
    .description('revoke a token (platform token)')
    .argument('<id>', 'as npm run release tokens prints it')
    .action(
      show(async (registry, id) => {
        await revokeToken(registry, id)
        return `revoked: ${id}`
      }),
    )
}

/**
 * A remote that this repository can build. The other commands also accept remotes of other
 * repositories.
 */
function builtRemote(): Argument {
  return new Argument('<remote>').choices(listFeatures())
}

function readWhole(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text)
    if (text !== '' && Number.isInteger(number) && number >= least && number <= most) return number
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
  }
}

/** What commander runs: asks the registry, and prints the answer. */
function show<Words extends unknown[]>(
  work: (registry: Registry, ...words: Words) => Promise<string>,
  save: (text: string) => void = () => {},
) {
  return async (...words: Words) => {
    const text = await work(readRegistry(), ...words)
    console.log(text)
    save(text)
  }
}

/** In a workflow also in the summary of the run, where reviewers look. */
function saveLink(text: string): void {
  const { GITHUB_STEP_SUMMARY } = process.env
  if (GITHUB_STEP_SUMMARY) appendFileSync(GITHUB_STEP_SUMMARY, `${text}\n`)
}

/** Runs the command with these words, as in `['rollback', 'gallery']`. */
export async function runRelease(words: string[]): Promise<void> {
  const program = createProgram()
  refuseNpmOptions(program)
  await program.parseAsync(words, { from: 'user' })
}

/**
 * npm consumes options that do not follow a `--`. Without this check a release would lose its
 * reason.
 */
function refuseNpmOptions({ options }: Command): void {
  const consumed = options.find(
    (option) => process.env[`npm_config_${option.name().replaceAll('-', '_')}`],
  )
  if (!consumed) return
  const value = consumed.isBoolean() ? '' : ' "why"'
  throw new ExpectedError(
    `npm consumed ${consumed.long}. Write -- before it: npm run release gallery -- ${consumed.long}${value}`,
  )
}
