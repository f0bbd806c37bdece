import type { DeploymentListResponse } from 'cloudflare/resources/workers/scripts/deployments'
import * as z from 'zod'
import { ExpectedError } from '../../lib/run-command.ts'
import { type Account, orNull } from '../cloudflare/account.ts'
import type { DeployedWorker } from './plan-deployment.ts'
import type { DeployTools } from './shift-visitors.ts'

/**
 * Finds `live`, the version that everyone got last, and `halfDeployed`, the version that an interrupted
 * deploy shares with it. Both are null before the first deployment. Cloudflare lists ten
 * deployments. If all are shared, the message of `halfDeployed` names the live version.
 */
export async function findLiveVersion(
  account: Account,
  name: string,
): Promise<{ live: string | null; halfDeployed: string | null }> {
  const deployments = await listDeployments(account, name)
  const newest = (deployments[0]?.versions ?? []).map((version) => version.version_id)
  let live = deployments
    .flatMap(({ versions }) => versions)
    .find(({ percentage }) => percentage === 100)?.version_id
  if (!live) {
    const before = await Promise.all(
      newest.map((version) => findVersionBefore(account, name, version)),
    )
    live = newest.find((version) => before.includes(version))
  }
  if (!live && newest.length > 0) {
    throw new ExpectedError(
      `${name} is shared by ${newest.join(', ')}. Give everyone one: wrangler versions deploy <version> --name ${name}`,
    )
  }
  return { live: live ?? null, halfDeployed: newest.find((version) => version !== live) ?? null }
}

/** Cloudflare lists ten, the newest first. */
async function listDeployments({ client, id }: Account, name: string) {
  // The SDK expects a list of pages here, and the API answers one object.
  const path = `/accounts/${id}/workers/scripts/${name}/deployments`
  const answer = await orNull(client.get<{ result: DeploymentListResponse }>(path))
  return answer ? answer.result.deployments : []
}

/**
 * The version that everyone had before this one. A deploy writes it into the version's message. A
 * version from elsewhere, as of `wrangler secret put` or the dashboard, has another message: then
 * the deployments tell, while they still list its first one.
 */
export async function findVersionBefore(
  account: Account,
  name: string,
  version: string,
): Promise<string | null> {
  const described = await describeVersion(account, name, version)
  const written = readMessage(described).before
  if (written) return written
  const found = findDeployedBefore(await listDeployments(account, name), version)
  if (!found) return null
  // A newer one is what a rollback has left.
  const { number } = await describeVersion(account, name, found)
  return number < described.number ? found : null
}

/** What a deploy writes about its version, where Cloudflare keeps it. */
export function writeMessage(liveVersion: string, leaked: string[] = []): string {
  const after = `after ${liveVersion}`
  return leaked.length > 0 ? `replaced ${leaked.join(',')} ${after}` : after
}

function readMessage({ annotations }: Pick<FoundVersion, 'annotations'>) {
  const message = annotations?.['workers/message'] ?? ''
  const read = /^(?:replaced (?<leaked>\S+) )?after (?<before>\S+)$/.exec(message)?.groups
  return { before: read?.before ?? null, leaked: read?.leaked?.split(',') ?? [] }
}

/** A version from before a leaked value was replaced would bring that value back. */
export async function refuseLeakedValues(
  { worker, name }: DeployedWorker,
  live: string,
  target: string,
  { account }: DeployTools,
): Promise<void> {
  const newest = await describeVersion(account, name, live)
  const { number: oldest, annotations } = await describeVersion(account, name, target)
  const since = (await listVersions(account, name)).filter(
    ({ number }) => number > oldest && number <= newest.number,
  )
  const leaked = new Set(since.flatMap((version) => readMessage(version).leaked))
  if (leaked.size === 0) return
  const commit = annotations?.['workers/tag'] ?? 'unknown'
  throw new ExpectedError(
    `${worker} would get the leaked values of ${[...leaked].join(', ')}. Nothing has changed.
Deploy the code of ${target}, which keeps the values of today: git checkout ${commit}, then npm run deploy ${worker}`,
  )
}

const FoundVersion = z.looseObject({
  number: z.number(),
  annotations: z.optional(z.record(z.string(), z.string())),
})
type FoundVersion = z.infer<typeof FoundVersion>

async function listVersions({ client, id }: Account, name: string): Promise<FoundVersion[]> {
  const versions = client.workers.scripts.versions.list(name, { account_id: id })
  return z.array(FoundVersion).parse(await Array.fromAsync(versions))
}

async function describeVersion({ client, id }: Account, name: string, version: string) {
  // The SDK's type lacks what wrangler reads.
  const path = `/accounts/${id}/workers/scripts/${name}/versions/${version}`
  const { result } = await client.get<{ result: unknown }>(path)
  return z.parse(FoundVersion, result)
}

/** Since a rollback deploys a version again, the first deployment of this one counts. */
function findDeployedBefore(
  deployments: DeploymentListResponse['deployments'],
  version: string,
): string | null {
  const ofEveryone = deployments.flatMap(({ versions }) =>
    versions.filter(({ percentage }) => percentage === 100).map(({ version_id }) => version_id),
  )
  return ofEveryone.slice(ofEveryone.lastIndexOf(version) + 1)[0] ?? null
}
