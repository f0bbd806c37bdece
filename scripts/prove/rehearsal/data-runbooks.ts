import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { fillSite } from '../data-folders/member.ts'
import { signUp } from '../data-folders/session.ts'
import { loseDatabase, type Rehearsal } from './rehearsal.ts'
import { insert, listing, type Runbook } from './runbook.ts'

const Designs = z.object({ designs: z.array(z.unknown()) })

async function takeBackupKey(rehearsal: Rehearsal): Promise<void> {
  const key = await rehearsal.npm('backup', '--new-key')
  rehearsal.backupKey = /AGE-SECRET-KEY-\S+/.exec(key)?.[0] ?? ''
}

const countDesigns = (answer: unknown): number => Designs.parse(answer).designs.length
/** All of each design but its image's address, which lasts for some hours. */
const describeDesigns = (answer: unknown): string =>
  JSON.stringify(answer, (key, value) => (key === 'imageUrl' ? undefined : value))

const dora = { name: 'Dora Blanc', email: 'dora@encre.test', password: 'aiguille-fine-3' }

export const dataRunbooks: Runbook[] = [
  {
    name: 'Back up, after a backup was missed',
    async carryOut({ rehearsal, members, folder }) {
      mkdirSync(join(folder, 'backups'))
      await takeBackupKey(rehearsal)
      assert.equal(await rehearsal.readMetric('encre_backup_age_seconds'), null)
      const endVisits = await members.startVisits()
      const place = ['--env', 'production', '--to', join(folder, 'backups')]
      await rehearsal.npm('backup', ...place)
      const { failed } = await endVisits()
      assert.ok(((await rehearsal.readMetric('encre_backup_age_seconds')) ?? 600) < 600)
      await rehearsal.npm('backup', ...place, '--verify')
      assert.equal(failed, 0)
      return 'no request of a member failed while it ran'
    },
  },
  {
    name: 'The drill: a backup in a site that nobody can visit',
    async carryOut({ rehearsal, folder }) {
      const { databases, buckets } = rehearsal.account.fake
      const before = [databases.size, buckets.size]
      const from = ['--of', 'production', '--from', join(folder, 'backups')]
      const output = await rehearsal.npm('restore', '--env', 'drill', ...from)
      assert.match(output, /Everything is restored and verified[\s\S]*The site of drill is gone/)
      assert.deepEqual([databases.size, buckets.size], before)
      assert.equal(await rehearsal.readMetric('encre_drill_age_seconds'), null)
      await rehearsal.npm('backup', '--env', 'production', '--to', join(folder, 'backups'))
      assert.ok(((await rehearsal.readMetric('encre_drill_age_seconds')) ?? 600) < 600)
      return 'nothing, and what was restored is gone'
    },
  },
  {
    name: 'A pull request, from its first push until it is closed',
    async carryOut({ rehearsal, folder }) {
      const { settings, origin: production } = rehearsal
      const site = ['--env', 'pr-12']
      const beside = await rehearsal.refused('provision', ...site)
      assert.match(beside, /a pull request needs one without production/)
      // She erases her account here, and with it her sign-in at the tenant of all sites.
      const session = await signUp(production, dora)
      const work = async (staging = '', origin = '') => {
        rehearsal.origin = settings.SITE_ORIGIN = staging
        await rehearsal.npm('provision', '--env', 'staging')
        rehearsal.commit('the ids of the databases of staging')
        await rehearsal.npm('deploy', '--all', '--env', 'staging')
        await fillSite(session.at(staging))
        const listed = describeDesigns(await session.at(staging).read('/api/gallery/designs'))
        rehearsal.origin = origin
        const backups = join(folder, 'staging')
        mkdirSync(backups)
        if (!rehearsal.backupKey) await takeBackupKey(rehearsal)
        const push = async () => {
          await rehearsal.npm('backup', '--env', 'staging', '--to', backups)
          await rehearsal.npm('provision', ...site)
          await rehearsal.npm('restore', ...site, '--from', backups)
          await rehearsal.npm('deploy', '--all', ...site)
        }
        // Nobody has secrets in a run for a fork.
        rehearsal.token = ''
        assert.match(await rehearsal.refused('provision', ...site), /Nothing has changed/)
        rehearsal.token = undefined
        const start = rehearsal.account.fake.writes.length
        await push()
        assert.equal(countDesigns(await session.at(origin).read('/api/gallery/designs')), 2)
        // The next push has others.
        rehearsal.commit('the ids of the databases of the pull request')
        rehearsal.edit(listing, insert("query.q = 'rien'"))
        await push()
        assert.equal(countDesigns(await session.at(origin).read('/api/gallery/designs')), 0)
        rehearsal.undo()
        await session.at(origin).send('DELETE', '/api/account/me', { password: dora.password })
        await rehearsal.npm('provision', ...site, '--remove')
        const { fake } = rehearsal.account
        const names = [...fake.databases.values()].map(({ name }) => name)
        const left = [
          ...names,
          ...fake.buckets.keys(),
          ...fake.scripts.keys(),
          ...fake.domains.keys(),
        ]
        assert.deepEqual(
          left.filter((name) => name.includes('pr-12')),
          [],
        )
        assert.equal(
          describeDesigns(await session.at(staging).read('/api/gallery/designs')),
          listed,
        )
        const touched = fake.writes.slice(start).filter((write) => write.includes('-staging'))
        assert.deepEqual(touched, [])
      }
      await rehearsal.inAccount(join(folder, 'other account'), ['staging', 'pr-12.staging'], work)
      return 'nothing: staging keeps every design, and the site of the pull request is gone'
    },
  },
  {
    name: 'A lost database',
    async carryOut({ rehearsal, members, folder }) {
      loseDatabase(rehearsal.account, 'encre-gallery')
      await members.expectDamage()
      await rehearsal.npm('provision', '--env', 'production')
      rehearsal.commit('the id of the database')
      const from = ['--env', 'production', '--from', join(folder, 'backups')]
      await rehearsal.npm('restore', ...from, '--only', 'gallery/DB')
      await rehearsal.npm('deploy', 'gallery')
      return members.expectAllButLinks()
    },
  },
  {
    name: 'A lost bucket',
    async carryOut({ rehearsal, members, folder }) {
      await rehearsal.loseBucket('encre-images')
      await members.expectDamage()
      const from = ['--env', 'production', '--from', join(folder, 'backups')]
      await rehearsal.npm('provision', '--env', 'production')
      await rehearsal.npm('restore', ...from, '--only', 'gallery/IMAGES')
      return members.expectEverything()
    },
  },
]
