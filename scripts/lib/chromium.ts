import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { root } from '@encre/build/workspace'
import { chromium } from '@playwright/test'
import { installDebianPackages } from './debian-packages.ts'
import { ExpectedError } from './expected-error.ts'

/** Finds the path of a Chromium. Installs Playwright's if there is none, else Debian's if the user is root. Throws an error with the remedy. */
export function findChromium(say: (sentence: string) => void): string {
  const found = installedChromium()
  if (found) return found
  say('Installing a Chromium for the browser journeys ...')
  const playwright = spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
    cwd: root,
    stdio: 'ignore',
    timeout: 180_000,
  })
  if (playwright.status === 0 && existsSync(chromium.executablePath())) return chromium.executablePath()
  installDebianPackages(['chromium'], say)
  const installed = installedChromium()
  if (installed) return installed
  throw new ExpectedError('The browser journeys need a Chromium. Install one, or name it: CHROMIUM=/path/to/chromium npm test')
}

/** Finds an installed Chromium: the one that `CHROMIUM` names, Playwright's, or one on the PATH. */
export function installedChromium(): string | undefined {
  const named = [process.env.CHROMIUM, chromium.executablePath()].find((path) => path && existsSync(path))
  if (named) return named
  const folders = (process.env.PATH ?? '').split(':')
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
  return names.flatMap((name) => folders.map((folder) => `${folder}/${name}`)).find((path) => existsSync(path))
}
