import type { DeploymentListResponse } from 'cloudflare/resources/workers/scripts/deployments'
import * as z from 'zod'
import { ExpectedError } from '../../lib/run-command.ts'
import { type Account, orNull } from '../cloudflare/account.ts'
import type { DeployedWorker } from './plan-deployment.ts'
import type { DeployTools } from './shift-visitors.ts'

/**
 * Finds `live`, the version that everyone got last, and `halfDeployed`, the version that an interrupted
 * deploy shares with it. Both are null before the first deployment.
 */
export async function findLiveVersion(
  account: Account,
  name: string,
): Promise<{ live: string | null; halfDeployed: string | null }> {
  const deployments = await listDeployments(account, name)
  const newest = (deployments[0]?.versions ?? []).map((version) => version.version_id)
  const [live = null] = ofEveryone(deployments)
  if (!live && newest.length > 0) {
    throw new ExpectedError(
      `${name} is shared by ${newest.join(', ')}. Give everyone one: wrangler versions deploy <version> --name ${name}`,
    )
  }
  return { live, halfDeployed: newest.find((version) => version !== live) ?? null }
}

/**
 * As many as a page may have, the newest first: a deploy makes five, and wrangler asks for ten alone.
 * https://developers.cloudflare.com/api/resources/workers/subresources/scripts/subresources/deployments
 */
const mostDeployments = 100

async function listDeployments({ client, id }: Account, name: string) {
  // The SDK reads `items` of a page here, and the API answers `deployments`.
  const path = `/accounts/${id}/workers/scripts/${name}/deployments`
  const query = { per_page: mostDeployments }
  const answer = await orNull(client.get<{ result: DeploymentListResponse }>(path, { query }))
  return answer ? answer.result.deployments : []
}

/** The versions that everyone had, the last first. */
const ofEveryone = (deployments: DeploymentListResponse['deployments']): string[] =>
  deployments.flatMap(({ versions }) =>
    versions.filter(({ percentage }) => percentage === 100).map(({ version_id }) => version_id),
  )

/**
 * The version that everyone had before the live one: the last of the older ones, as a rollback may
 * have left a newer one. Refuses it if it would bring a leaked value back.
 */
export async function findVersionBefore(
  { worker, name }: DeployedWorker,
  live: string,
  { account }: DeployTools,
): Promise<string | null> {
  const versions = await listVersions(account, name)
  const numbers = new Map(versions.map(({ id, number }) => [id, number]))
  const numberOf = (version: string) => numbers.get(version) ?? Number.POSITIVE_INFINITY
  const everyones = ofEveryone(await listDeployments(account, name))
  const before = everyones.find((version) => numberOf(version) < numberOf(live))
  if (!before) return null
  const since = versions.filter(
    ({ number }) => number > numberOf(before) && number <= numberOf(live),
  )
  const leaked = new Set(since.flatMap(readLeaked))
  if (leaked.size === 0) return before
  const commit = versions.find(({ id }) => id === before)?.annotations?.['workers/tag']
  throw new ExpectedError(
    `${worker} would get the leaked values of ${[...leaked].join(', ')}. Nothing has changed.
Deploy the code of ${before}, which keeps the values of today: git checkout ${commit ?? 'unknown'}, then npm run deploy ${worker}`,
  )
}

const leakedNote = 'replaced '

/** The message of a version, where Cloudflare keeps it: the secrets whose former values have leaked. */
export const writeMessage = (leaked: string[]): string => leakedNote + leaked.join(',')

function readLeaked({ annotations }: FoundVersion): string[] {
  const message = annotations?.['workers/message'] ?? ''
  return message.startsWith(leakedNote) ? message.slice(leakedNote.length).split(',') : []
}

const FoundVersion = z.looseObject({
  id: z.string(),
  number: z.number(),
  annotations: z.optional(z.record(z.string(), z.string())),
})
type FoundVersion = z.infer<typeof FoundVersion>

/** Those that Cloudflare can deploy again: the newest 100 (changelog of 11 September 2025). */
async function listVersions({ client, id }: Account, name: string): Promise<FoundVersion[]> {
  const versions = client.workers.scripts.versions.list(name, { account_id: id, deployable: true })
  return z.array(FoundVersion).parse(await Array.fromAsync(versions))
}
