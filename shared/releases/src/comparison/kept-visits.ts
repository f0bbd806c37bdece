import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Visit } from './observations.ts'

export type KeptVisits = ReturnType<typeof openKeptVisits>

/**
 * The visits of the live version, which the next release of the same day finds again. `site` is all that the visits depend on beside the comparison: another site, day or member visits
 * live anew, and the visits of before are deleted.
 */
export function openKeptVisits(tree: string, remote: string, site: unknown) {
  const sources = readdirSync(import.meta.dirname).map((file) =>
    readFileSync(join(import.meta.dirname, file), 'utf8'),
  )
  const kept = join(tree, '.data', 'comparisons', 'live')
  const name = `${remote}-${shortHash(JSON.stringify([site, sources]))}`
  const folder = join(kept, name)
  mkdirSync(folder, { recursive: true })
  for (const other of readdirSync(kept)) {
    if (other.startsWith(`${remote}-`) && other !== name)
      rmSync(join(kept, other), { recursive: true })
  }
  const fileOf = (view: string) => join(folder, shortHash(view))
  return {
    read: (view: string): Visit[] => {
      const file = fileOf(view)
      return existsSync(file) ? JSON.parse(gunzipSync(readFileSync(file)).toString()) : []
    },
    write: (view: string, visits: Visit[]) =>
      writeFileSync(fileOf(view), gzipSync(JSON.stringify(visits))),
  }
}

function shortHash(text: string): string {
  return hash('sha256', text).slice(0, 16)
}
