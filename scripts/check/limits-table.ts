import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { parse } from 'jsonc-parser'
import * as z from 'zod'

const Cost = z.object({
  work: z.string(),
  limit: z.number(),
  per: z.string(),
  lasts: z.union([z.number(), z.literal('day')]),
})
const Places = z.object({ places: z.object({ costs: z.record(z.string(), Cost) }) })
const Settings = z.object({
  vars: z.record(z.string(), z.string()).default({}),
  ratelimits: z
    .array(z.object({ name: z.string(), simple: z.object({ limit: z.number() }) }))
    .default([]),
})

const tableHead = '| what costs | at most | per |\n|---|---|---|\n'

/**
 * Writes the table of what the workers declare into SECURITY.md. One sentence if it had another one.
 */
export async function findStaleLimits(path = join(root, 'SECURITY.md')): Promise<string[]> {
  const rows = [...(await listPlaces()), ...listSettings()]
  const table = tableHead + rows.map((row) => `${row}\n`).join('')
  const text = readFileSync(path, 'utf8')
  if (text.includes(`${table}\n`)) return []
  const [before = '', after = ''] = text.split(tableHead)
  writeFileSync(path, before + table + after.replace(/^(\|.*\n)*/, ''))
  return ['SECURITY.md had other limits than the workers. Its table is written anew: commit it.']
}

/** What `places.ts` of each worker declares. */
async function listPlaces(): Promise<string[]> {
  const paths = globSync('workers/*/src/{,*/}places.ts', { cwd: root }).sort()
  const declared = await Promise.all(paths.map((path) => import(join(root, path))))
  return declared.flatMap((module) =>
    Object.values(Places.parse(module).places.costs).map(
      ({ work, limit, lasts, per }) => `| ${work} | ${limit} ${nameTime(lasts)} | ${per} |`,
    ),
  )
}

function nameTime(lasts: number | 'day'): string {
  if (lasts === 'day') return 'a day'
  const minutes = lasts / 60_000
  if (minutes < 60) return `in ${minutes} minutes`
  return minutes < 48 * 60 ? `in ${minutes / 60} h` : `in ${minutes / 60 / 24} days`
}

/** Quotas and limits of floods, as `wrangler.jsonc` sets them. */
function listSettings(): string[] {
  const paths = globSync('{shell,workers/*}/wrangler.jsonc', { cwd: root }).sort()
  const settings = paths.map((path) =>
    Settings.parse(parse(readFileSync(join(root, path), 'utf8'))),
  )
  const quotas = settings.flatMap(({ vars }) =>
    Object.entries(vars).filter(([name, value]) => /_PER_DAY$/.test(name) && value !== ''),
  )
  const floods = new Map(
    settings.flatMap(({ ratelimits }) =>
      ratelimits.map(({ name, simple }) => [name, simple.limit] as const),
    ),
  )
  return [
    ...quotas.map(([name, value]) => `| \`${name}\` | ${value} a day | ${holderOf(name)} |`),
    ...[...floods].map(([name, limit]) => `| \`${name}\` | ${limit} a minute | ${floodOf(name)} |`),
  ]
}

function holderOf(quota: string): string {
  return /_PER_(\w+)_PER_DAY$/.exec(quota)?.[1]?.toLowerCase() ?? 'site'
}

/** The site's worker knows networks, those of the features know members. */
function floodOf(name: string): string {
  return /^(MEMBER_|RENAMES)/.test(name) ? 'member' : 'network'
}
