import type { PageManifest, ReactFile } from '@encre/protocol/page-manifest'

const files = new Map<string, ReactFile>()

/** Adds the copies of React that the site has. A page may get more while it is open. */
export function addReactFiles({ reacts = [] }: PageManifest): void {
  for (const file of reacts) {
    files.set(file.version, file)
  }
}

export function listReactFiles(): ReactFile[] {
  return [...files.values()]
}
