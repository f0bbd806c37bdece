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
 * Left out of `npm test`: `npm test -- --long journeys` runs them, and all cases of the tests with
 * the tag @matrix.
 */
const slow = [
  '@slow',
  'scripts/release/e2e/(preview|release-check)',
  'shell/e2e/layout-shift',
  'shell/e2e/first-paint.*controls of a skeleton',
  'shell/e2e/screens',
  'remotes/generator/e2e/(focus|reference|sheet)',
  'scripts/dev/e2e',
  'scripts/prove/browsers/e2e/in-view.*(chosen style|background and format|lettering is in view|four variants|picture, mask|the atelier keeps|portrait|landscape)',
  'remotes/gallery/e2e/windows.*the artist sees',
  'remotes/gallery/e2e/drawing.*(who signs in finds|50 million pixels)',
].join('|')

export default defineConfig({
  projects: [
    {
      name: 'pages',
      testMatch: '**/e2e/**/*.spec.ts',
      testIgnore: releasing,
      grepInvert: new RegExp(slow),
    },
    { name: 'releases', testMatch: releasing, grepInvert: new RegExp(slow) },
    { name: 'slow', testMatch: '**/e2e/**/*.spec.ts', grep: new RegExp(`@matrix|${slow}`) },
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
