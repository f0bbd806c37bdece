import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { entryBudget } from '@encre/build/entry-budget'
import { Release } from '@encre/protocol/release'
import { checkRelease, type Registry } from '@encre/registry-client'
import * as z from 'zod/mini'

/** Why a build may not go live, a sentence each: its size, then what the live site says of its `release.json`. Nothing is uploaded. */
export async function findMisfits(registry: Registry, directory: string): Promise<string[]> {
  const release = readRelease(directory)
  const entry = gzipSync(readFileSync(join(directory, release.entry))).length
  const size = entry > entryBudget ? [`its entry has ${entry} bytes after gzip, the budget is ${entryBudget}`] : []
  return [...size, ...(await checkRelease(registry, release))]
}

export function readRelease(directory: string): Release {
  return z.parse(Release, JSON.parse(readFileSync(join(directory, 'release.json'), 'utf8')))
}
