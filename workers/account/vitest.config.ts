import { existsSync, readFileSync } from 'node:fs'
import { features } from '@encre/worker/features'
import { defineWorkerTests } from '@encre/worker/vitest-config'
import { unstable_readConfig } from 'wrangler'

/**
 * Stubs of the workers that this one is bound to. Those without a file in `test` have nothing of
 * any member, or no method at all.
 */
function stubServices() {
  const { services } = unstable_readConfig({ config: `${import.meta.dirname}/wrangler.jsonc` })
  return services.map((bound: Bound) => {
    const path = `${import.meta.dirname}/test/${bound.service.replace('encre-', '')}.js`
    const script = existsSync(path) ? readFileSync(path, 'utf8') : stubEntrypoint(bound)
    return { name: bound.service, modules: true as const, script, compatibilityDate: '2026-11-01' }
  })
}

interface Bound {
  binding: string
  service: string
  entrypoint?: string
}

const emptyMemberData = `async eraseMember() {}
  async exportMember() { return { files: [], next: null } }`

function stubEntrypoint({ binding, entrypoint }: Bound): string {
  const isNamed = features.some(({ memberData }) => memberData === binding)
  return `import { WorkerEntrypoint } from 'cloudflare:workers'
export ${entrypoint ? `class ${entrypoint}` : 'default class'} extends WorkerEntrypoint {
  ${isNamed ? emptyMemberData : ''}
}`
}

export default defineWorkerTests(
  import.meta.dirname,
  {
    ADDRESS_SECRET: 'a secret for tests only',
    AUTH0_CLIENT_ID: 'site',
    AUTH0_CONNECTION: 'members',
    AUTH0_MGMT_AUDIENCE: 'https://canonical.tenant.test/api/v2/',
    AUTH0_M2M_CLIENT_ID: 'account-worker',
    AUTH0_M2M_CLIENT_SECRET: 'a secret for tests only',
  },
  stubServices(),
)
