import { defineConfig } from '@playwright/test'

// npm test starts the site and sets ENCRE_ORIGIN. To run one journey against a running site:
// ENCRE_ORIGIN=http://localhost:8787 CHROMIUM=/usr/bin/chromium npx playwright test shell/e2e/journey.spec.ts
export default defineConfig({
  testMatch: '**/e2e/**/*.spec.ts',
  workers: 1,
  timeout: 60_000,
  reporter: [['list'], ['json']],
  use: {
    baseURL: process.env.ENCRE_ORIGIN ?? 'http://localhost:8787',
    locale: 'fr-FR',
    trace: 'retain-on-failure',
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
