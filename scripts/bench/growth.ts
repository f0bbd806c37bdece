import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fillDesigns, fillGenerations, memberId, sampleRequest } from './fill-databases.ts'
import { median } from './median.ts'
import { type Answer, type SiteClient, withBenchSite } from './site-client.ts'

const many = Number(process.env.BENCH_DESIGNS ?? 1_000_000)
const few = 10_000
const rowsPerMember = 100
const rounds = 60
const batch = 50_000

interface Times {
  first: number[]
  deep: number[]
  save: number[]
  erase: number[]
}

/**
 * Measures bytes per row, and the gallery's answers over one D1 with a million designs against the
 * same D1 with ten thousand. Every member has 100 designs. The figures of docs/growth.md.
 */
export async function benchGrowth(say: (sentence: string) => void): Promise<[string, string][]> {
  say(`Measuring a database of ${count(many)} designs ...`)
  return withBenchSite(async ({ site, call: client, folder }) => {
    const generationBytes = await measureGrowth(folder, many / 10, () =>
      fillGenerations(site, { from: 0, count: many / 10, rowsPerMember }),
    )
    await fillDesigns(site, { from: 0, count: few, rowsPerMember })
    const before = await measureTimes(client, few / rowsPerMember)
    const designBytes = await measureGrowth(folder, many - few, async () => {
      for (let from = few; from < many; from += batch) {
        await fillDesigns(site, { from, count: Math.min(batch, many - from), rowsPerMember })
      }
    })
    const after = await measureTimes(client, many / rowsPerMember)
    const compare = (name: keyof Times) => {
      const large = median(after[name])
      const small = median(before[name])
      return `${(large / small).toFixed(2)} (${large.toFixed(1)} / ${small.toFixed(1)} ms)`
    }
    const sizes = `at ${count(many)} / at ${count(few)} designs`
    return [
      ['bytes per design in D1, with indexes', count(designBytes)],
      ['bytes per ended generation and its call in D1, with indexes', count(generationBytes)],
      [`first page of 48, ${sizes}`, compare('first')],
      [`last page of a member, ${sizes}`, compare('deep')],
      [`save a design, ${sizes}`, compare('save')],
      [`erase a member with ${rowsPerMember} designs, ${sizes}`, compare('erase')],
    ]
  })
}

/** Each round takes another member, erases every fourth, and warms up with five more. */
async function measureTimes(call: SiteClient, members: number): Promise<Times> {
  const times: Times = { first: [], deep: [], save: [], erase: [] }
  for (let round = -5; round < rounds; round++) {
    const member = memberId(Math.floor(((round + 5) / (rounds + 5)) * members))
    const record = (name: keyof Times, { ms }: Answer) => round >= 0 && times[name].push(ms)
    const first = await expect(200, call(member, 'encre-gallery', '/api/gallery/designs?limit=48'))
    record('first', first)
    const second = await expect(
      200,
      call(member, 'encre-gallery', `/api/gallery/designs?limit=48&cursor=${readNext(first)}`),
    )
    record(
      'deep',
      await expect(
        200,
        call(member, 'encre-gallery', `/api/gallery/designs?limit=48&cursor=${readNext(second)}`),
      ),
    )
    record(
      'save',
      await expect(
        204,
        call(member, 'baseline', '/designs', { method: 'POST', body: newDesign(member) }),
      ),
    )
    if (round % 4 === 0) {
      const path = `/members?member=${encodeURIComponent(member)}`
      record('erase', await expect(204, call(member, 'baseline', path, { method: 'DELETE' })))
    }
  }
  return times
}

function newDesign(userId: string): object {
  const { description, referenceId: _, ...choices } = sampleRequest
  return {
    ...choices,
    id: crypto.randomUUID(),
    userId,
    subject: description,
    prompt: description,
    model: 'gpt-image-2.5-flare',
    origin: 'ai',
    createdAt: new Date().toISOString(),
  }
}

function readNext({ body }: Answer): string {
  const { next } = JSON.parse(body)
  if (typeof next !== 'string')
    throw new Error(`the member has no further page: ${body.slice(0, 200)}`)
  return next
}

async function expect(status: number, answer: Promise<Answer>): Promise<Answer> {
  const answered = await answer
  if (answered.status !== status)
    throw new Error(`${answered.status} instead of ${status}: ${answered.body.slice(0, 500)}`)
  return answered
}

/** Bytes that the database files grow per row while `fill` adds `rows` rows. */
async function measureGrowth(
  folder: string,
  rows: number,
  fill: () => Promise<void>,
): Promise<number> {
  const before = databaseBytes(folder)
  await fill()
  return Math.round((databaseBytes(folder) - before) / rows)
}

function databaseBytes(folder: string): number {
  const state = join(folder, 'state')
  const names = readdirSync(state, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.sqlite(-wal)?$/.test(name),
  )
  return names.reduce((sum, name) => sum + statSync(join(state, name)).size, 0)
}

function count(value: number): string {
  return value.toLocaleString('en')
}
