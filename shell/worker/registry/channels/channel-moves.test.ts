import { env } from 'cloudflare:workers'
import { largestTeamShare } from '@encre/releases/registry'
import { describe, expect, inject, it } from 'vitest'
import {
  createTeamToken,
  postRelease,
  publish,
  register,
  resetChannels,
} from '../../testing/site.ts'
import { moves, type Versions } from './channel-moves.ts'
import { changeChannel, getChannel } from './channels-store.ts'

/** A channel, and which versions everyone had, in this order. */
interface Model {
  versions: Versions
  hadByEveryone: string[]
  /** Versions that a rollback has left. */
  left: string[]
}

interface Call {
  name: string
  next(model: Model): Versions
  /** The request of a team. Without one, the site itself moves by reports. */
  request?: { action: string; body: object }
}

const canaryOf = (version: string, share: number): Call => ({
  name: `canary ${version} ${share} %`,
  next: ({ versions }) => moves.setCanary(versions, { version, share, ramp: false }),
  request: { action: 'canary', body: { version, share } },
})

const calls: Call[] = [
  canaryOf('v1', largestTeamShare),
  canaryOf('v2', largestTeamShare),
  canaryOf('v2', 0),
  canaryOf('v3', largestTeamShare),
  {
    name: 'rollback',
    next: (model) => moves.rollBack(model.versions, { fallback: findModelFallback(model) }),
    request: { action: 'rollback', body: {} },
  },
  {
    name: 'withdraw',
    next: ({ versions }) => moves.withdraw(versions),
    request: { action: 'withdraw', body: { reason: 'it fails' } },
  },
  { name: 'good reports', next: ({ versions }) => followGoodReports(versions) },
  { name: 'bad reports', next: ({ versions }) => moves.end(versions) },
]

/** Everyone gets the canary; later it is the current version. */
function followGoodReports(versions: Versions): Versions {
  const { canary } = versions
  return canary?.share === 100
    ? moves.promote(versions, { version: canary.version })
    : moves.raise(versions, { share: 100 })
}

/** As `findFallback`: the last version that everyone got and that no rollback has left since. */
function findModelFallback({ versions, hadByEveryone, left }: Model): string | null {
  const possible = hadByEveryone.filter(
    (version) =>
      version !== versions.current && version !== versions.previous && !left.includes(version),
  )
  return possible.at(-1) ?? null
}

function follow(model: Model, call: Call): Model {
  const versions = call.next(model)
  const { canary, current } = model.versions
  const before = canary?.version ?? current
  if (!before) return { ...model, versions }
  const isLeft = call.name === 'rollback' || call.name === 'bad reports'
  if (isLeft && (canary || call.name === 'rollback'))
    return { ...model, versions, left: [...model.left, before] }
  if (call.name !== 'good reports' || !canary) return { ...model, versions }
  return {
    versions,
    hadByEveryone: [...model.hadByEveryone, before],
    left: model.left.filter((version) => version !== before),
  }
}

const released: Model = {
  versions: { current: 'v1', previous: null, canary: null },
  hadByEveryone: ['v1'],
  left: [],
}

/** What is wrong after a call, or null. */
function findFault(before: Model, call: Call, after: Model): string | null {
  const { current, previous, canary } = after.versions
  const had = (version: string | null) => version === null || after.hadByEveryone.includes(version)
  if (!had(current)) return `everyone has ${current}`
  if (!had(previous)) return `a rollback would give everyone ${previous}`
  if (canary && canary.share > largestTeamShare && !had(canary.version))
    return `${canary.share} % have ${canary.version}`
  const target = before.versions.canary ? before.versions.current : before.versions.previous
  if (call.name === 'rollback' && current !== target) return `the rollback gave ${current}`
  return null
}

describe('every sequence of up to six calls of a team, with reports of all kinds between them', () => {
  it('gives a version that not everyone had to at most a tenth, and rolls back at once', () => {
    const faults: string[] = []
    let tried = 0
    const walk = (model: Model, names: string[]) => {
      if (names.length === 6) return
      for (const call of calls) {
        tried += 1
        const after = follow(model, call)
        const fault = findFault(model, call, after)
        const path = [...names, call.name]
        if (fault) faults.push(`${path.join(', ')}: ${fault}`)
        else walk(after, path)
      }
    }
    walk(released, [])
    expect(faults.slice(0, 5)).toEqual([])
    expect(tried).toBe(8 + 8 ** 2 + 8 ** 3 + 8 ** 4 + 8 ** 5 + 8 ** 6)
  })
})

/** 20 here, 200 with `npm test -- --long fuzz`. */
const sequenceCount = Math.min(200, Math.floor(inject('fuzzRuns') / 15))

/** Repeatable choices: the n-th digit of a number that grows by a prime. */
const sequences = Array.from({ length: sequenceCount }, (_, index) =>
  Array.from({ length: 6 }, (_, place) => {
    const digit = Math.floor(((index + 1) * 104_729) / 8 ** place) % 8
    return calls[digit] as Call
  }),
)

it('the site follows the table in some of these sequences', { timeout: 180_000 }, async () => {
  await publish('model', 'v1')
  await register('model', 'v2')
  await register('model', 'v3')
  const token = await createTeamToken('model')
  for (const sequence of sequences) {
    await resetChannels()
    const names: string[] = []
    let model = released
    for (const call of sequence) {
      names.push(call.name)
      if (call.request) await postRelease(`model/${call.request.action}`, call.request.body, token)
      else await moveByReports('model', call, model)
      model = follow(model, call)
      const { current, previous, canary } = await getChannel(env.DB, 'model')
      expect({ names, current, previous, ...shareOf(canary) }).toEqual({
        names,
        current: model.versions.current,
        previous: model.versions.previous,
        ...shareOf(model.versions.canary),
      })
    }
  }
})

function shareOf(canary: Versions['canary']) {
  return { version: canary?.version ?? null, share: canary?.share ?? null }
}

async function moveByReports(remote: string, call: Call, model: Model): Promise<void> {
  const { current, canary, revision } = await getChannel(env.DB, remote)
  if (!canary) return
  const isLast = canary.share === 100
  const isRaised = call.name === 'good reports'
  const raise = isLast ? 'promote' : 'canary'
  await changeChannel(env.DB, remote, revision, {
    action: isRaised ? raise : 'rollback',
    version: isRaised ? canary.version : (current ?? 'none'),
    replaced: isRaised ? current : canary.version,
    author: 'automatic',
    reason: null,
    next: call.next(model),
  })
}
