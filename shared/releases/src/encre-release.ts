#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { RefusedError } from './check-build.ts'
import { explainRegistryError, getStatus, readRelease } from './registry-client.ts'
import {
  describeStatus,
  previewBuild,
  readVersionName,
  releaseBuild,
  rollBackRemote,
} from './release-build.ts'

const help = `encre-release [folder]            give the build in the folder (dist) to the first visitors, in place of another canary
encre-release preview [folder]    upload it and print a link that shows it to whoever opens it; remote@version after it
                                  adds an uploaded version of another remote
encre-release status [folder]     list the versions of its remote with their health reports
encre-release rollback [folder]   end the canary of its remote, else return to the previous version

  --all                  give it to everyone at once (platform token, with --reason)
  --reason <why>         a sentence for the history
  --drop-route <path>    allow that visitors lose this route; repeat it for more
  --grows <why>          allow more than 1 kB above the live version
  --changes-requests <why>      allow other requests than those of the live version
  --polyfill <built-in: why>    allow that it replaces this built-in; repeat it for more
  --without-mount <why>         release it without the comparison in a browser

Environment:
  ENCRE_ORIGIN          the site, as in https://encre.example
  ENCRE_RELEASE_TOKEN   the token of the team
  CHROMIUM              the browser for the comparison with the live version, if it is not on the PATH
  ENCRE_MEMBER_EMAIL, ENCRE_MEMBER_PASSWORD   the member who opens it`

try {
  console.log(await run())
} catch (error) {
  console.error(explainRegistryError(error) ?? (isUsageError(error) ? error.message : error))
  process.exitCode = 1
}

async function run(): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      all: { type: 'boolean' },
      reason: { type: 'string' },
      'drop-route': { type: 'string', multiple: true },
      grows: { type: 'string' },
      'changes-requests': { type: 'string' },
      polyfill: { type: 'string', multiple: true },
      'without-mount': { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return help
  const isNamed = ['preview', 'status', 'rollback'].includes(positionals[0] ?? '')
  const [command, ...words] = isNamed ? positionals : ['release', ...positionals]
  const others = words.filter((word) => word.includes('@')).map(readVersionName)
  const folder = words.find((word) => !word.includes('@')) ?? 'dist'
  const { reason, grows, polyfill, all } = values
  const { 'drop-route': dropRoute, 'changes-requests': changesRequests } = values
  const withoutMount = values['without-mount']
  const options = { reason, grows, dropRoute, changesRequests, polyfill, withoutMount }
  const { ENCRE_ORIGIN: origin, ENCRE_RELEASE_TOKEN: token } = process.env
  if (!origin || !token) throw new TypeError(`Set ENCRE_ORIGIN and ENCRE_RELEASE_TOKEN.\n\n${help}`)
  const registry = { origin, token }
  if (command === 'preview') return previewBuild(registry, folder, { ...options, others })
  const { name } = readRelease(folder)
  if (command === 'status') return describeStatus(await getStatus(registry, name))
  if (command === 'rollback') return rollBackRemote(registry, name, reason)
  return releaseBuild(registry, folder, { ...options, all })
}

/** A refusal, wrong options, a missing setting, or a folder without a build. */
function isUsageError(error: unknown): error is Error {
  return (
    error instanceof RefusedError ||
    error instanceof TypeError ||
    (error instanceof Error && 'code' in error && error.code === 'ENOENT')
  )
}
