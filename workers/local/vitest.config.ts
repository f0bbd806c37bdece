import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [
    cloudflareTest(async () => ({
      wrangler: { configPath: './wrangler.jsonc' },
      miniflare: {
        bindings: {
          AUTH0_M2M_CLIENT_SECRET: 'the-secret-of-the-tests',
          MIGRATIONS: await readD1Migrations(`${import.meta.dirname}/migrations`),
        },
      },
    })),
  ],
  test: { name: 'local' },
})
