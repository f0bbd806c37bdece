import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { findBuiltCssLeaks } from '@encre/build/css-leaks'
import { entryBudget, firstScriptsBudget } from '@encre/build/entry-budget'
import { Release } from '@encre/protocol/release'
import { checkRelease, type Registry } from '@encre/registry-client'
import * as z from 'zod/mini'

/** Lists why a build cannot be released, one sentence each: its size, then what the live site finds in its `release.json`. Uploads nothing. */
export async function findIncompatibilities(registry: Registry, directory: string, dropRoutes: string[] = []): Promise<string[]> {
  const release = readRelease(directory)
  const sizeOf = (file: string) => gzipSync(readFileSync(join(directory, file))).length
  const entry = sizeOf(release.entry)
  const first = release.scripts.reduce((sum, file) => sum + sizeOf(file), entry)
  const sizes = [
    ...(entry > entryBudget ? [`its entry has ${entry} bytes after gzip, the budget is ${entryBudget}`] : []),
    ...(first > firstScriptsBudget
      ? [`its entry and first scripts have ${first} bytes after gzip, the budget is ${firstScriptsBudget}`]
      : []),
  ]
  return [...sizes, ...findLeaks(release, directory), ...(await checkRelease(registry, release, dropRoutes))]
}

/** What the build's stylesheets do to other parts of the page. The build has refused them by file and line unless it was configured otherwise. */
function findLeaks(release: Release, directory: string): string[] {
  const stylesheets = Object.keys(release.files).filter((file) => file.endsWith('.css'))
  return stylesheets.flatMap((file) =>
    findBuiltCssLeaks(release, readFileSync(join(directory, file), 'utf8')).map(({ line, reason }) => `${file}:${line}: ${reason}`),
  )
}

export function readRelease(directory: string): Release {
  return z.parse(Release, JSON.parse(readFileSync(join(directory, 'release.json'), 'utf8')))
}
