import { defineConfig } from '@playwright/test'

// For one journey and a running site: ENCRE_ORIGIN=http://localhost:8787 CHROMIUM=/usr/bin/chromium
// npx playwright test <file>, with --trace=on to see what happened. A trace of every test costs a
// fifth of its processor time.

/**
 * Journeys on a second site: the first two lines change which versions visitors get, the last one
 * only balances the two sites.
 */
const releasing = [
  'scripts/{release,dev}/e2e/**/*.spec.ts',
  'shell/e2e/{release-journey,status,first-paint}.spec.ts',
  'shell/e2e/{files,trusted-types}.spec.ts',
].map((pattern) => `**/${pattern}`)

/**
 * `npm test` runs the journeys with the tag @core, `npm test -- --long journeys` all others, and
 * every case of those with the tag @matrix. A test with the tag @alone has a command of its own.
 */
const rest = /@matrix|^(?!.*@(core|alone))/s

export default defineConfig({
  projects: [
    {
      name: 'pages',
      testMatch: '**/e2e/**/*.spec.ts',
      testIgnore: releasing,
      grep: /@core/,
    },
    { name: 'releases', testMatch: releasing, grep: /@core/ },
    { name: 'rest', testMatch: '**/e2e/**/*.spec.ts', grep: rest },
    { name: 'alone', testMatch: '**/e2e/**/*.spec.ts', grep: /@alone/ },
    { name: 'pictures', testMatch: '**/scripts/prove/screens/take-*pictures.ts', timeout: 180_000 },
    { name: 'new', testMatch: '**/scripts/new/new-feature.journey.ts' },
  ],
  workers: 1,
  // A busy machine is slow, not wrong.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json']],
  use: {
    baseURL: process.env.ENCRE_ORIGIN ?? 'http://localhost:8787',
    locale: 'fr-FR',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
