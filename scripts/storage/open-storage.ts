import { readAccount } from '../cloudflare/account.ts'
import type { Environment } from '../deploy/environments.ts'
import { openCloudflareStorage } from './cloudflare-storage.ts'
import { openLocalStorage } from './local-storage.ts'
import type { SiteStorage } from './site-storage.ts'

/** Opens the storage of an environment at Cloudflare, or of the local site in `dataFolder`. */
export async function openStorage(
  environment: Environment | 'local',
  dataFolder: string,
  variables: NodeJS.ProcessEnv,
): Promise<SiteStorage> {
  if (environment === 'local') return openLocalStorage(dataFolder)
  return openCloudflareStorage(readAccount(variables), environment, variables)
}
