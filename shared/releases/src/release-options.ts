import { type Command, InvalidArgumentError } from 'commander'

// What a team may say of a release, in `npm run release` and in `encre-release`.

export const whyReleased = ['--reason <why>', 'a sentence for the history'] as const
export const toEveryone = [
  '--all',
  'give all visitors the version at once, without a canary (platform token, with --reason)',
] as const
export const withoutMount = [
  '--without-mount <why>',
  'release without the comparison in a browser',
] as const
export const whyGrows = ['--grows <why>', 'allow more than 1 kB above the live version'] as const
export const allowsRoutes = [
  '--drop-route <path>',
  'allow that visitors lose this route; repeat it for more',
  collect,
] as const

export const environmentHelp = `
Environment:
  ENCRE_ORIGIN                                site to release to, as in https://encre.example
  ENCRE_RELEASE_TOKEN                         token of the team or the platform
  ENCRE_MEMBER_EMAIL, ENCRE_MEMBER_PASSWORD   member for the comparison with the live version
  CHROMIUM                                    browser for it, if none is on the PATH`

/** Adds what a team may say of a build beside the reason. */
export function addBuildOptions(command: Command): Command {
  return command
    .option(...allowsRoutes)
    .option(...whyGrows)
    .option(
      '--changes-requests <why>',
      'release a version that sends other requests than the live one',
    )
    .option(
      '--polyfill <built-in: why>',
      'allow that the version replaces this built-in; repeat it for more',
      (text: string, before: string[] | undefined) => {
        if (/^[^:]+: *\S/.test(text)) return collect(text, before)
        throw new InvalidArgumentError('Name the built-in and say why: "Array.prototype.at: why".')
      },
    )
}

function collect(text: string, before: string[] | undefined): string[] {
  return [...(before ?? []), text]
}
