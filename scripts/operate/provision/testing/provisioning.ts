import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { createFolder } from '../../../lib/testing/scratch-folder.ts'
import { startFakeCloudflare } from '../../cloudflare/testing/fake-cloudflare.ts'
import { type Environment, folderOf, listDeployedWorkers } from '../../deploy/environments.ts'
import { provision } from '../provision.ts'
import { openSite } from '../stores.ts'

/** An empty account with the zone of the site, and a folder with each `wrangler.jsonc`. */
export async function startProvisioning() {
  const cloudflare = await startFakeCloudflare()
  cloudflare.zones.push('encre.tattoo')
  const tree = createFolder()
  const configOf = (worker: string) => join(tree, folderOf(worker), 'wrangler.jsonc')
  for (const worker of listDeployedWorkers()) {
    cpSync(join(root, folderOf(worker), 'wrangler.jsonc'), configOf(worker))
  }
  const said: string[] = []
  const siteOf = (environment: Environment) =>
    openSite(environment, cloudflare.variables, (sentence) => said.push(sentence))
  const run = async (
    environment: Environment,
    isPlan = false,
    settings: Record<string, string> = {},
  ) =>
    provision({
      ...(await siteOf(environment)),
      settings: { SITE_ORIGIN: `https://${environment}.encre.tattoo`, ...settings },
      isPlan,
      tree,
    })
  return { cloudflare, configOf, said, siteOf, run }
}
