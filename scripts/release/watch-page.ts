import type { Release } from '@encre/protocol/release'
import type { Page } from '@playwright/test'

/** Collects the errors of a page, one sentence each: exceptions, logged errors, unknown addresses and refused requests. */
export function watchPage(page: Page, release: Release): string[] {
  const errors: string[] = []
  const add = (error: string) => {
    if (!errors.includes(error)) errors.push(error)
  }
  page.on('pageerror', (error) => add(error.message))
  page.on('console', (message) => {
    // The browser's own line about an answer adds nothing to the sentence below.
    const isAboutAnswer = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isAboutAnswer) add(message.text().split('\n')[0] ?? '')
  })
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!isKnownPath(release, pathname)) {
      add(`it requests ${request.method()} ${pathname}, which its contract does not have`)
    }
  })
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (isOwnPath(release, pathname) && response.status() >= 400) {
      add(`${response.request().method()} ${pathname} answered ${response.status()}`)
    }
  })
  return errors
}

function isOwnPath({ name }: Release, pathname: string): boolean {
  return pathname.startsWith(`/api/${name}/`)
}

/** Whether a page with this remote may request the path. The shell itself uses `/api/releases` only. */
function isKnownPath({ contract }: Release, pathname: string): boolean {
  if (!pathname.startsWith('/api/') || pathname.startsWith('/api/releases/') || isImagePath(pathname)) return true
  return Object.values(contract?.paths ?? {}).some((path) => matchesAddress(path, pathname))
}

/** Whether this is the address of an image. Pages take it from an answer, so no contract lists it. */
export function isImagePath(pathname: string): boolean {
  return /^\/api\/[a-z][a-z0-9-]*\/images\//.test(pathname)
}

/** Whether a contract's address, with `{}` for each variable part, names this path. */
export function matchesAddress(address: string, pathname: string): boolean {
  const [known, asked] = [address.split('/'), pathname.split('/')]
  return known.length === asked.length && known.every((part, index) => (part === '{}' ? asked[index] !== '' : part === asked[index]))
}
