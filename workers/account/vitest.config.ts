import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

// A stub of the gallery's worker. It fails for the member 'gallery-unavailable', fails the first erasure of 'gallery-fails-once', and lists
// the members that it erased.
const gallery = `
  import { WorkerEntrypoint } from 'cloudflare:workers'
  const erased = []
  let hasFailed = false
  export class DesignLibrary extends WorkerEntrypoint {
    async summarizeDesigns(memberId, limit) {
      if (memberId === 'gallery-unavailable') throw new Error('the gallery is unavailable')
      const design = {
        id: 'design', imageUrl: 'https://encre.test/image', prompt: '', subject: memberId, style: 'dotwork', size: 'small', sizeDetail: null,
        placement: 'arm', placementDetail: null, colors: [], createdAt: '2026-11-20T10:00:00.000Z', userId: memberId, model: 'm', origin: 'ai',
      }
      return { count: 11, recent: Array.from({ length: limit }, () => design) }
    }
    async eraseMember(memberId) {
      if (memberId === 'gallery-fails-once' && !hasFailed) {
        hasFailed = true
        throw new Error('the gallery is unavailable')
      }
      erased.push(memberId)
    }
    listErased() {
      return erased
    }
  }
`
const generator = `
  import { WorkerEntrypoint } from 'cloudflare:workers'
  const erased = []
  export class GenerationLedger extends WorkerEntrypoint {
    async eraseMember(memberId) {
      erased.push(memberId)
    }
    listErased() {
      return erased
    }
  }
`

export default defineConfig({
  plugins: [
    cloudflareTest(async () => ({
      wrangler: { configPath: './wrangler.jsonc' },
      miniflare: {
        // For the tests of the migrations, which are all applied to `DB`.
        d1Databases: { UNMIGRATED_DB: 'unmigrated' },
        bindings: {
          FLOOD_LIMITS: 'off',
          AUTH0_DOMAIN: 'https://tenant.test',
          AUTH0_AUDIENCE: 'https://encre.test/api',
          AUTH0_CLIENT_ID: 'site',
          AUTH0_CONNECTION: 'members',
          AUTH0_MGMT_AUDIENCE: 'https://canonical.tenant.test/api/v2/',
          AUTH0_M2M_CLIENT_ID: 'account-worker',
          AUTH0_M2M_CLIENT_SECRET: 'a secret for tests only',
          MIGRATIONS: await readD1Migrations(`${import.meta.dirname}/migrations`),
        },
        workers: [
          { name: 'encre-gallery', modules: true, script: gallery, compatibilityDate: '2026-11-01' },
          { name: 'encre-generator', modules: true, script: generator, compatibilityDate: '2026-11-01' },
        ],
      },
    })),
  ],
  test: {
    name: 'workers/account',
    silent: 'passed-only',
    testTimeout: 30_000,
    provide: { fuzzRuns: Number(process.env.FUZZ_RUNS ?? 300) },
    setupFiles: ['./src/testing.ts'],
  },
})
