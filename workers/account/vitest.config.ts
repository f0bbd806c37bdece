import { existsSync, readFileSync } from 'node:fs'
import { defineWorkerTests } from '@encre/worker/vitest-config'
import { unstable_readConfig } from 'wrangler'

/** Stubs of the workers that this one is bound to. A worker without a file in `test` has nothing of any member. */
function stubServices() {
  const { services } = unstable_readConfig({ config: `${import.meta.dirname}/wrangler.jsonc` })
  return services.map(({ service, entrypoint }: { service: string; entrypoint?: string }) => {
    const path = `${import.meta.dirname}/test/${service.replace('encre-', '')}.js`
    const script = existsSync(path)
      ? readFileSync(path, 'utf8')
      : `import { WorkerEntrypoint } from 'cloudflare:workers'
         export class ${entrypoint} extends WorkerEntrypoint {
           async eraseMember() {}
           async exportMember() { return { files: [], next: null } }
         }`
    return { name: service, modules: true as const, script, compatibilityDate: '2026-11-01' }
  })
}

export default defineWorkerTests(
  import.meta.dirname,
  {
    AUTH0_CLIENT_ID: 'site',
    AUTH0_CONNECTION: 'members',
    AUTH0_MGMT_AUDIENCE: 'https://canonical.tenant.test/api/v2/',
    AUTH0_M2M_CLIENT_ID: 'account-worker',
    AUTH0_M2M_CLIENT_SECRET: 'a secret for tests only',
  },
  stubServices(),
)
