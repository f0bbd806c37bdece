import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { root } from '@encre/build/workspace'
import { installedChromium } from '@encre/releases/browser'
import { chromium } from '@playwright/test'
import { ExpectedError, type Say } from './run-command.ts'

export function findChromium(say: Say): string {
  const found = installedChromium()
  if (found) return found
  say('Installing a Chromium for the browser journeys ...')
  const playwright = spawnSync(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'install', 'chromium'],
    {
      cwd: root,
      stdio: 'ignore',
      timeout: 180_000,
    },
  )
  if (playwright.status === 0 && existsSync(chromium.executablePath()))
    return chromium.executablePath()
  installDebianPackages(['chromium-headless-shell'], say)
  const installed = installedChromium()
  if (installed) return installed
  throw new ExpectedError(
    'The browser journeys need a Chromium. Install one, or name it: CHROMIUM=/path/to/chromium npm test',
  )
}

export function installedFirefox(): string | undefined {
  return [process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox'].find(
    (path) => path && existsSync(path),
  )
}

/** The caller checks whether its program exists and names the remedy. */
export function installDebianPackages(names: string[], say: Say): void {
  if (process.getuid?.() !== 0) return
  say(`Installing ${names.join(', ')} ...`)
  spawnSync('apt-get', ['update'], { stdio: 'ignore', timeout: 180_000 })
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...names], {
    stdio: 'ignore',
    timeout: 300_000,
  })
}
