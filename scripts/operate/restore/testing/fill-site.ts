import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { root } from '@encre/build/workspace'
import { createMigrationsTable, listMigrations } from '../../../lib/local-databases.ts'
import type { FakeCloudflare } from '../../cloudflare/testing/fake-cloudflare.ts'
import {
  type Environment,
  folderOf,
  listDeployedWorkers,
  readEnvironment,
} from '../../deploy/environments.ts'
import { queryOf } from '../../storage/database-pages.ts'
import {
  createOwnerKey,
  openStorage,
  type SiteStorage,
  type StoredBucket,
} from '../../storage/site-storage.ts'
import { getPart } from '../restore-site.ts'

export const erasedLater = 'auth0|erased-later'
/** Members of the filled site. Each has a user row, designs with images, and a generation. */
export const members = ['auth0|ana', 'auth0|ben', erasedLater]

export function createDatabase(sql = '') {
  const database = new DatabaseSync(':memory:')
  database.exec(sql)
  return {
    database,
    query: queryOf(database),
    import: async (lines: AsyncIterable<string>) => {
      database.exec((await Array.fromAsync(lines)).join(''))
    },
    isEmpty: async () => database.prepare('select 1 from sqlite_schema').get() === undefined,
  }
}

/** A site with its buckets at the fake Cloudflare, and its databases in this process. */
export async function openFakeSite(
  cloudflare: FakeCloudflare,
  environment: Environment,
  isFilled: boolean,
) {
  for (const { r2_buckets = [] } of listDeployedWorkers().map((worker) =>
    readEnvironment(worker, environment),
  )) {
    for (const { bucket_name } of r2_buckets) {
      cloudflare.buckets.set(bucket_name, { jurisdiction: 'eu', lifecycle: {} })
    }
  }
  const { buckets } = await openStorage(environment, cloudflare.variables)
  if (isFilled) await fillBuckets(buckets)
  const databases = new Map(
    listDeployedWorkers().map((worker) => [
      `${worker}/DB`,
      createDatabase(isFilled ? sqlOf(worker) : ''),
    ]),
  )
  return {
    buckets,
    databases,
    images: getPart(buckets, 'gallery/IMAGES'),
    gallery: getPart(databases, 'gallery/DB'),
  }
}

export type Site = Awaited<ReturnType<typeof openFakeSite>>

export const listOf = ({ buckets }: SiteStorage, name: string) =>
  Array.fromAsync(getPart(buckets, name).list())

export function sqlOf(worker: string): string {
  return [migrationsOf(worker), ...(rows[worker] ?? [])].join('\n')
}

export function migrationsOf(worker: string): string {
  const folder = join(root, folderOf(worker), 'migrations')
  const names = listMigrations(folderOf(worker))
  return [
    `${createMigrationsTable};`,
    ...names.flatMap((name) => [
      readFileSync(join(folder, name), 'utf8'),
      `insert into d1_migrations (name) values ('${name}');`,
    ]),
  ].join('\n')
}

const at = "'2026-11-20T10:00:00.000Z'"
const design = (id: string, member: string, deletedAt = 'null') =>
  `insert into designs (id, member_id, subject, folded_subject, prompt, style, choices, model, origin, created_at, deleted_at)
   values ('${id}', '${member}', 'L''œil; de ${id}', 'l''oeil', 'two' || char(10) || 'lines;' || char(10) || '-- no comment', 'dotwork', '{}', 'm', 'drawn', ${at}, ${deletedAt});`
const generation = (id: string, member: string, state: string) =>
  `insert into generations (id, member_id, owner_key, idempotency_key, body_hash, state, request, request_id, day, created_at, updated_at)
   values ('${id}', '${member}', '${createOwnerKey(member)}', '${id}', 'hash', '${state}', '{}', 'r', '2026-11-20', ${at}, ${at});`

const rows: Record<string, string[]> = {
  account: members.map(
    (member) =>
      `insert into users (id, email, name, created_at) values ('${member}', '${member}@encre.test', 'É', ${at});`,
  ),
  gallery: members.flatMap((member) => [
    design(`kept-${member.slice(6)}`, member),
    design(`deleted-${member.slice(6)}`, member, at),
    // What a backup of a busy site contains: the bucket is copied after the database.
    design(`deleted-meanwhile-${member.slice(6)}`, member),
    design(`restored-meanwhile-${member.slice(6)}`, member, at),
    design(`gone-meanwhile-${member.slice(6)}`, member),
  ]),
  generator: [
    ...members.flatMap((member) =>
      ['queued', 'calling', 'storing', 'done'].map((state) =>
        generation(`${state}-${member.slice(6)}`, member, state),
      ),
    ),
    `insert into attempts (generation_id, number, model, started_at) values ('calling-ana', 1, 'm', ${at});`,
    ...['stored', 'lost'].map(
      (id) => `insert into reference_images (id, member_id, owner_key, type, created_at, expires_at)
        values ('${id}', 'auth0|ana', '${createOwnerKey('auth0|ana')}', 'image/png', ${at}, ${at});`,
    ),
  ],
  shell: [
    `insert into channels (remote, current, revision) values ('gallery', 'v2', 1);`,
    ...['v1', 'v2', 'pruned'].map(
      (version) => `insert into releases (remote, version, release, author, created_at)
        values ('gallery', '${version}', '{"files":{"entry.js":{}}}', 'ana', ${at});`,
    ),
  ],
}

async function fillBuckets(buckets: Map<string, StoredBucket>): Promise<void> {
  const write = async (bucket: string, key: string, contentType: string) =>
    buckets
      .get(bucket)
      ?.write(
        { key, httpMetadata: { contentType }, customMetadata: { integrity: key } },
        new TextEncoder().encode(`${key}\u0000é`),
      )
  for (const member of members) {
    const place = `owners/${createOwnerKey(member)}`
    for (const path of [
      'designs/kept',
      'deleted/deleted',
      'deleted/deleted-meanwhile',
      'designs/restored-meanwhile',
    ]) {
      await write('gallery/IMAGES', `${place}/${path}-${member.slice(6)}`, 'image/png')
    }
  }
  await write(
    'generator/REFERENCES',
    `owners/${createOwnerKey('auth0|ana')}/references/stored`,
    'image/png',
  )
  for (const version of ['v1', 'v2']) {
    await write(
      'shell/RELEASES',
      `remotes/gallery/${version}/entry.js`,
      'text/javascript; charset=utf-8',
    )
  }
  await write(
    'account/ERASURES',
    '2026-11-19T10:00:00.000Z/0123456789abcdef0123456789abcdef',
    'text/plain',
  )
}
