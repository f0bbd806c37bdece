import { setTimeout as sleep } from 'node:timers/promises'
import type { Site } from '../../../workers/generator/system-tests/site.ts'
import { fillDesigns, memberId, sampleRequest } from './fill-databases.ts'
import { median } from './median.ts'
import { type Answer, withBenchSite } from './site-client.ts'

/** Has more designs than the library of a member holds, so another one generates. */
const member = memberId(0)
const rounds = Number(process.env.BENCH_ROUNDS ?? 300)
const generationRounds = Math.ceil(rounds / 5)

interface Bench {
  site: Site
  get(worker: string, path: string): Promise<Answer>
  post(worker: string, path: string): Promise<Answer>
}

/**
 * Measures the deployed bundles of generator and gallery on workerd's own sockets, alternating with
 * a baseline worker that does the same I/O.
 */
export async function benchWorkers(say: (sentence: string) => void): Promise<[string, string][]> {
  say('Measuring the workers ...')
  return withBenchSite(async ({ site, call }) => {
    const benchAs = (memberId: string): Bench => ({
      site,
      get: (worker, path) => call(memberId, worker, path),
      post: (worker, path) => call(memberId, worker, path, { method: 'POST', body: sampleRequest }),
    })
    const author = benchAs(memberId(1))
    return [
      ...(await benchLists(benchAs(member))),
      ...(await benchGenerations(author)),
      ...(await benchImages(author)),
    ]
  })
}

async function benchLists({ site, get }: Bench): Promise<[string, string][]> {
  await fillDesigns(site, { from: 0, count: 10_000, rowsPerMember: 10_000 })
  const { position, cursor } = await findDeepPage(get)
  const [baseline, first, deep] = await inTurn(rounds, [
    () => get('baseline', `/designs?member=${encodeURIComponent(member)}`),
    () => get('encre-gallery', '/api/gallery/designs?limit=24'),
    () => get('encre-gallery', `/api/gallery/designs?limit=24&cursor=${cursor}`),
  ])
  const [createdAt, id] = position
  const query = new URLSearchParams({ member, createdAt: String(createdAt), id })
  const rowsRead = (await get('baseline', `/rows-read?${query}`)).body
  return [
    ratio('list designs / baseline with the same statement', first, baseline, 1.25),
    ratio('a deep page of 10,000 designs / the first page', deep, first, 1.1),
    ['rows read for a page of 24, deep', `${rowsRead} (aim 25)`],
  ]
}

async function findDeepPage(
  get: Bench['get'],
): Promise<{ position: [number, string]; cursor: string }> {
  let cursor = ''
  for (let page = 0; page < 200; page++) {
    const { next } = JSON.parse(
      (await get('encre-gallery', `/api/gallery/designs?limit=48${cursor && `&cursor=${cursor}`}`))
        .body,
    )
    cursor = next
  }
  return { cursor, position: JSON.parse(Buffer.from(cursor, 'base64url').toString()) }
}

async function benchImages({ site, get }: Bench): Promise<[string, string][]> {
  const [design] = JSON.parse(
    (await get('encre-gallery', '/api/gallery/designs?limit=1')).body,
  ).designs
  const { pathname, search } = new URL(design.imageUrl)
  const key =
    (await site.listObjects('encre-gallery', 'IMAGES')).find((found) =>
      found.endsWith(design.id),
    ) ?? ''
  const thumbnail = `${pathname}${search}&w=512`
  await get('encre-gallery', thumbnail)
  const [baseline, image, small] = await inTurn(rounds, [
    () => get('baseline', `/image?key=${encodeURIComponent(key)}`),
    () => get('encre-gallery', pathname + search),
    () => get('encre-gallery', thumbnail),
  ])
  return [
    ratio('an image of 1 MB / baseline R2 get', image, baseline, 1.2),
    ['a cached thumbnail', milliseconds(small)],
  ]
}

async function benchGenerations({ post, get }: Bench): Promise<[string, string][]> {
  const baseline: number[] = []
  const accepted: number[] = []
  const done: number[] = []
  for (let round = 0; round < generationRounds; round++) {
    baseline.push((await post('baseline', '/accept')).ms)
    await sleep(20) // the alarm of the baseline
    const started = performance.now()
    const { ms, body } = await post('encre-generator', '/api/generator/generations')
    accepted.push(ms)
    const events = await get(
      'encre-generator',
      `/api/generator/generations/${JSON.parse(body).id}/events`,
    )
    if (!events.body.includes('"state":"done"'))
      throw new Error(`a generation did not end well: ${events.body.slice(-500)}`)
    done.push(performance.now() - started)
    await sleep(20)
  }
  return [
    ratio(
      'accept a generation / baseline: the same insert, then an empty Durable Object with an alarm',
      accepted,
      baseline,
      1.3,
    ),
    [
      'from the click to done, with a provider that answers 1 MB at once',
      `${milliseconds(done)} (aim 150 ms)`,
    ],
  ]
}

/**
 * Calls each once per round, in alternating order, because a call warms caches for the next. Ten
 * more rounds warm up.
 */
async function inTurn<Calls extends (() => Promise<Answer>)[]>(
  times: number,
  calls: [...Calls],
): Promise<{ [Call in keyof Calls]: number[] }> {
  const measured = calls.map((): number[] => [])
  for (let round = -10; round < times; round++) {
    for (const [index, call] of round % 2 ? [...calls.entries()] : [...calls.entries()].reverse()) {
      const { status, ms, body } = await call()
      if (status !== 200) throw new Error(`${status} ${body}`)
      if (round >= 0) measured[index]?.push(ms)
    }
  }
  return measured as { [Call in keyof Calls]: number[] }
}

function ratio(
  name: string,
  measured: number[],
  baseline: number[],
  aim: number,
): [string, string] {
  return [
    name,
    `${(median(measured) / median(baseline)).toFixed(2)} (${milliseconds(measured)} / ${milliseconds(baseline)}; aim ${aim})`,
  ]
}

function milliseconds(measured: number[]): string {
  return `${median(measured).toFixed(1)} ms`
}
