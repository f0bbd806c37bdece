import { env, exports } from 'cloudflare:workers'
import { ownerKey } from '@encre/worker/member'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { mostDesignsAtOnce } from './contract.ts'
import { deletedImageKey, imageKey } from './designs-files.ts'
import { deleteDesigns } from './designs-store.ts'
import { undoPeriodMs } from './lifetimes.ts'
import { beingSavedMs, orphanAfterMs, sweepImages } from './sweep.ts'
import { startRemovals } from './sweep-store.ts'
import {
  call,
  callAs,
  dayMs,
  emptyGallery,
  insertDesigns,
  json,
  minuteMs,
  newDesign,
  png,
  readMetrics,
  saveDesign,
} from './testing.ts'

const advance = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)

async function putOrphan(designId = crypto.randomUUID(), member = 'orphan'): Promise<string> {
  const key = imageKey(await ownerKey(member), designId)
  await env.IMAGES.put(key, png)
  return key
}

const putOrphans = (count: number, member?: string) =>
  Promise.all(Array.from({ length: count }, () => putOrphan(crypto.randomUUID(), member)))

async function countImages(): Promise<number> {
  let count = 0
  let cursor: string | undefined
  do {
    const page: R2Objects = await env.IMAGES.list(cursor === undefined ? {} : { cursor })
    count += page.objects.length
    cursor = page.truncated ? page.cursor : undefined
  } while (cursor !== undefined)
  return count
}

/** Sweeps until the whole bucket was read: now, and again when what was found may be removed. */
async function sweepTwice(): Promise<void> {
  advance(beingSavedMs + minuteMs)
  for (let times = 0; times < 5; times++) {
    await exports.default.sweep()
  }
  advance(orphanAfterMs + minuteMs)
  for (let times = 0; times < 5; times++) {
    await exports.default.sweep()
  }
}

const saveNewDesign = (member: string) =>
  saveDesign(newDesign(member, { createdAt: new Date().toISOString() }))
const readHealth = async () => (await call('/api/gallery/health')).text()

beforeEach(async () => {
  await emptyGallery()
  await saveNewDesign('keeper')
})

it('the sweep of images: deletes an image without a design an hour after it found it, and no other image', async () => {
  const key = await putOrphan()
  const saved = await saveNewDesign('keeper')
  advance(beingSavedMs + minuteMs)
  expect(await exports.default.sweep()).toMatchObject({ imagesRemoved: 0 })
  advance(orphanAfterMs - minuteMs)
  expect(await exports.default.sweep()).toMatchObject({ imagesRemoved: 0 })
  advance(2 * minuteMs)
  expect(await exports.default.sweep()).toMatchObject({ imagesRemoved: 1 })
  expect(await env.IMAGES.head(key)).toBeNull()
  expect((await call(saved.imageUrl)).status).toBe(200)
})

it('the sweep of images: keeps an image whose design is being saved, however long ago it was stored', async () => {
  const design = newDesign('late')
  const key = await putOrphan(design.id, 'late')
  await exports.default.sweep()
  expect(await env.DB.prepare('select count(*) as count from orphans').first('count')).toBe(0)
  advance(beingSavedMs + minuteMs)
  await exports.default.sweep()
  await saveDesign(design)
  advance(orphanAfterMs + minuteMs)
  expect(await exports.default.sweep()).toMatchObject({ imagesRemoved: 0 })
  expect(await env.IMAGES.head(key)).not.toBeNull()
})

it('the sweep of images: reads the bucket in parts, starts again at the end and counts its objects', async () => {
  for (let round = 0; round < 2; round++) {
    const orphans = await putOrphans(5)
    const sweepRound = async () => {
      const total = await countImages()
      for (let read = 0; read < total; ) {
        const { imagesRead } = await sweepImages(env, { batch: 2, pages: 1 })
        expect(imagesRead).toBeGreaterThan(0)
        expect(imagesRead).toBeLessThanOrEqual(2)
        read += imagesRead
      }
      expect(await env.DB.prepare('select objects from image_sweep').first('objects')).toBe(total)
    }
    advance(beingSavedMs + minuteMs)
    await sweepRound()
    advance(orphanAfterMs + minuteMs)
    for (let times = 0; times < 3; times++) {
      await sweepImages(env, { batch: 2, pages: 1 })
    }
    expect(await Promise.all(orphans.map((key) => env.IMAGES.head(key)))).toEqual(
      orphans.map(() => null),
    )
    vi.useRealTimers()
    await env.DB.prepare('update image_sweep set read_up_to = null, objects_in_round = 0').run()
  }
})

it('the sweep of images: finishes the deletion that an earlier sweep started, and saves no design meanwhile', async () => {
  const design = newDesign('orphan')
  const key = await putOrphan(design.id)
  await startRemovals(env.DB, [{ isDeleted: false, designId: design.id, key }])
  await expect(saveDesign(design)).rejects.toThrow('try again')
  expect(await exports.DesignLibrary.findDesign('orphan', design.id)).toBeNull()
  await exports.default.sweep()
  expect(await env.IMAGES.head(key)).toBeNull()
  const { imageUrl } = await saveDesign(design)
  expect((await call(imageUrl)).status).toBe(200)
})

it('the sweep of images: does not mark an image whose design was saved meanwhile', async () => {
  const design = newDesign('keeper')
  const { imageUrl } = await saveDesign(design)
  await startRemovals(env.DB, [
    { isDeleted: false, designId: design.id, key: imageKey(await ownerKey('keeper'), design.id) },
  ])
  await exports.default.sweep()
  expect((await call(imageUrl)).status).toBe(200)
})

const resume = (sql: string) =>
  env.DB.batch(sql.split(';').map((statement) => env.DB.prepare(statement)))

it('a database that lost designs: keeps every image when its table is empty, also after the next design', async () => {
  for (let designs = 0; designs < 3; designs++) {
    await saveNewDesign('member')
  }
  await env.DB.prepare('delete from designs').run()
  await sweepTwice()
  expect(await countImages()).toBe(4)
  await saveNewDesign('member')
  await sweepTwice()
  expect(await countImages()).toBe(5)
})

it('a database that lost designs: keeps every image when more than ten are newer than its newest design', async () => {
  await env.DB.prepare('update designs set created_at = ?')
    .bind(new Date(Date.now() - dayMs).toISOString())
    .run()
  await putOrphans(11)
  await sweepTwice()
  expect(await countImages()).toBe(12)
})

it('a database that lost designs: keeps every image when the hour has more orphans than an honest one', async () => {
  await putOrphans(101)
  await sweepTwice()
  expect(await countImages()).toBe(102)
})

it('a database that lost designs: counts the orphans that many sweeps of the hour found', async () => {
  for (let half = 0; half < 2; half++) {
    await putOrphans(60)
    advance(beingSavedMs + minuteMs)
    await exports.default.sweep()
  }
  await sweepTwice()
  expect(await countImages()).toBe(121)
})

it('a database that lost designs: has more orphans in an hour when its bucket has more objects', async () => {
  await putOrphans(130)
  advance(beingSavedMs + minuteMs)
  const sweepOf = async (objects: number) => {
    await env.DB.prepare('update image_sweep set objects = ?, read_up_to = null')
      .bind(objects)
      .run()
    await sweepImages(env, { batch: 110, pages: 1 })
    return readMetrics()
  }
  expect(await sweepOf(11_000)).toContain('encre_image_sweep_stopped 0')
  expect(await sweepOf(10_000)).toContain('encre_image_sweep_stopped 1')
})

it('a database that lost designs: says that the sweep stopped, and why, until an operator resumes it', async () => {
  const lines: unknown[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(JSON.parse(line)))
  expect(await readMetrics()).toContain('encre_image_sweep_stopped 0')
  expect(await readHealth()).not.toContain('warn')
  await putOrphans(101)
  await sweepTwice()
  expect(await readMetrics()).toContain('encre_image_sweep_stopped 1')
  expect(await readHealth()).toContain('warn gallery the sweep of images stopped: many-orphans')
  expect(
    lines.filter((line) => (line as { event: string }).event === 'sweep stopped'),
  ).toMatchObject([{ reason: 'many-orphans', orphans: 101, objects: 102 }])

  // docs/runbooks.md: the images are to be deleted.
  await resume('update orphans set is_expected = 1; update image_sweep set stopped_for = null')
  expect(await readMetrics()).toContain('encre_image_sweep_stopped 0')
  await exports.default.sweep()
  expect(await countImages()).toBe(1)
})

it('a database that lost designs: keeps the images whose rows came back when an operator resumes the sweep', async () => {
  const { results } = await env.DB.prepare('select * from designs').all()
  await env.DB.prepare('delete from designs').run()
  await sweepTwice()
  expect(await readHealth()).toContain('warn gallery the sweep of images stopped: table-empty')
  for (const row of results) {
    const names = Object.keys(row)
    const insert = `insert into designs (${names}) values (${names.map(() => '?')})`
    await env.DB.prepare(insert)
      .bind(...Object.values(row))
      .run()
  }
  // docs/runbooks.md: the rows are back.
  await resume('delete from orphans; update image_sweep set stopped_for = null')
  await sweepTwice()
  expect(await countImages()).toBe(1)
  expect(await readMetrics()).toContain('encre_image_sweep_stopped 0')
})

describe('an honest sweep', () => {
  it('raises no alert over an empty table with an empty bucket', async () => {
    await emptyGallery()
    await sweepTwice()
    expect(await readMetrics()).toContain('encre_image_sweep_stopped 0')
  })

  it('removes a few orphans of a site where nobody saved a design for a day', async () => {
    await env.DB.prepare('update designs set created_at = ?')
      .bind(new Date(Date.now() - dayMs).toISOString())
      .run()
    await putOrphans(10)
    await sweepTwice()
    expect(await countImages()).toBe(1)
  })

  it('removes the many designs that a member deleted', async () => {
    await insertDesigns(110, 'cleaner')
    const owner = await ownerKey('cleaner')
    const ids = Array.from({ length: 110 }, (_, index) => `row-${index + 1}`)
    await Promise.all(ids.map((id) => env.IMAGES.put(imageKey(owner, id), png)))
    for (let first = 0; first < ids.length; first += mostDesignsAtOnce) {
      await callAs(
        'cleaner',
        '/api/gallery/deleted-designs',
        json('POST', { ids: ids.slice(first, first + mostDesignsAtOnce) }),
      )
    }
    expect(await env.IMAGES.head(deletedImageKey(owner, 'row-110'))).not.toBeNull()
    await sweepTwice()
    expect(await countImages()).toBe(111)
    advance(undoPeriodMs)
    await sweepTwice()
    expect(await countImages()).toBe(1)
    expect(await readMetrics()).toContain('encre_image_sweep_stopped 0')
  })

  it('removes what an interrupted erasure left, however many images the account had', async () => {
    await putOrphans(110, 'leaver')
    await deleteDesigns(env.DB, 'leaver', await ownerKey('leaver'))
    await sweepTwice()
    expect(await countImages()).toBe(1)
    expect(await readMetrics()).toContain('encre_image_sweep_stopped 0')
  })
})
