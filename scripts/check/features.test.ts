import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { listFeatureWorkers } from '@encre/build/features'
import { root } from '@encre/build/workspace'
import { features } from '@encre/worker/features'
import { parse } from 'jsonc-parser'
import { expect, it } from 'vitest'
import * as z from 'zod'

const Services = z.object({
  services: z.array(
    z.object({ binding: z.string(), service: z.string(), entrypoint: z.string().optional() }),
  ),
})
const Config = Services.extend({ env: z.record(z.string(), Services) })

const names = features.map(({ name }) => name)

it('every feature with a worker has a row', () => {
  expect(names).toEqual(expect.arrayContaining(listFeatureWorkers()))
})

it.each(['local', 'staging', 'production'])(
  'the shell binds the worker of every row, and no other feature, in the environment %s',
  (environment) => {
    const rows = features.map(({ name, binding }) => ({
      binding,
      service: serviceOf(name, environment),
    }))
    expect(listBoundFeatures('shell', environment)).toEqual(sorted(rows))
  },
)

it.each(['local', 'staging', 'production'])(
  'the account worker binds an entrypoint of every row with data of members, and no other feature, in the environment %s',
  (environment) => {
    const rows = features
      .filter(({ memberData }) => memberData !== null)
      .map(({ name, memberData }) => ({
        binding: memberData ?? '',
        service: serviceOf(name, environment),
        entrypoint: expect.any(String),
      }))
    expect(listBoundFeatures('workers/account', environment)).toEqual(sorted(rows))
  },
)

// The account worker erases and exports its own tables itself.
it.each(features.filter(({ name }) => name !== 'account'))(
  '$name has tables with the id of a member if its row says so',
  ({ name, memberData }) => {
    expect(hasMemberColumn(name)).toBe(memberData !== null)
  },
)

interface Bound {
  binding: string
  service: string
  entrypoint?: string | undefined
}

function listBoundFeatures(folder: string, environment: string): Bound[] {
  const config = Config.parse(parse(readFileSync(join(root, folder, 'wrangler.jsonc'), 'utf8')))
  const { services } = environment === 'local' ? config : Services.parse(config.env[environment])
  const workers = [...names, ...listFeatureWorkers()].map((name) => serviceOf(name, environment))
  return sorted(services.filter(({ service }) => workers.includes(service)))
}

function serviceOf(name: string, environment: string): string {
  return `encre-${name}${environment === 'staging' ? '-staging' : ''}`
}

function sorted(bound: Bound[]): Bound[] {
  return bound.toSorted((one, other) => one.binding.localeCompare(other.binding))
}

function hasMemberColumn(name: string): boolean {
  using db = new DatabaseSync(':memory:')
  for (const path of globSync(join(root, `workers/${name}/migrations/*.sql`)).sort()) {
    db.exec(readFileSync(path, 'utf8'))
  }
  const columns = db
    .prepare(
      `select tables.name || '.' || columns.name as path from sqlite_master as tables, pragma_table_info(tables.name) as columns
       where tables.type = 'table' and columns.name = 'member_id'`,
    )
    .all()
  return columns.length > 0
}
