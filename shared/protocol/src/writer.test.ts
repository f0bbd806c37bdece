import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  askIntervalMs,
  createWriter,
  notDoneYet,
  repeatDelayMs,
  slowWriteMs,
  TakenBackError,
  unknownOutcome,
  type Verdict,
  type Wish,
  type WriteEvent,
  type WriteState,
  writeMoves,
} from './writer.ts'

/** A failed request, with what it means. */
class Failure extends Error {
  constructor(readonly verdict: Verdict) {
    super(verdict)
  }
}
const judge = (error: unknown) => (error instanceof Failure ? error.verdict : 'refused')
const lost = () => new Failure('lost')

let page: EventTarget
let browser: { onLine: boolean }
let tab: { visibilityState: string }

beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  browser = { onLine: true }
  tab = { visibilityState: 'visible' }
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('navigator', browser)
  vi.stubGlobal('document', tab)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function setOnline(isOnline: boolean) {
  browser.onLine = isOnline
  if (isOnline) page.dispatchEvent(new Event('online'))
}

/** Answers one after the other; the last one again and again. */
function answerWith(...answers: unknown[]) {
  return vi.fn(async (_ageMs?: number) => {
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (answer instanceof Error) throw answer
    return answer
  })
}

/** A write whose outcome the test reads. */
function start(wish: Partial<Wish<unknown>>, writer = createWriter(judge)) {
  const onWait = vi.fn()
  const outcome = vi.fn()
  writer.write('target', { send: answerWith('row'), onWait, ...wish }).then(
    (result) => outcome('done', result),
    (error: unknown) => outcome('not done', error),
  )
  return { onWait, outcome, writer }
}

const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

describe('one write', () => {
  test.each([
    { name: 'answered', answers: ['row'] },
    { name: 'lost once', answers: [lost(), 'row'] },
  ])('that is $name is done, and the page says nothing meanwhile', async ({ answers }) => {
    const { outcome, onWait } = start({ send: answerWith(...answers) })
    await wait(repeatDelayMs)
    expect(outcome).toHaveBeenCalledWith('done', 'row')
    expect(onWait).not.toHaveBeenCalled()
  })

  test.each(['refused', 'busy', 'outdated'] as const)(
    'that is %s is not sent again',
    async (verdict) => {
      const refusal = new Failure(verdict)
      const send = answerWith(refusal)
      const { outcome } = start({ send })
      await wait(60_000)
      expect(outcome).toHaveBeenCalledWith('not done', refusal)
      expect(send).toHaveBeenCalledOnce()
    },
  )

  test('that a flood limit refuses after a loss is not known, for a minute', async () => {
    const busy = new Failure('busy')
    const { outcome, onWait } = start({ send: answerWith(lost(), busy) })
    await wait(30_000)
    expect(onWait.mock.calls).toEqual([[unknownOutcome]])
    expect(outcome).not.toHaveBeenCalled()
    await wait(60_000)
    expect(outcome).toHaveBeenCalledWith('not done', busy)
  })

  test('whose answer is lost is read before anything is said', async () => {
    const send = answerWith(lost())
    const { outcome, onWait } = start({ send, ask: answerWith('row') })
    await wait(repeatDelayMs)
    expect(outcome).toHaveBeenCalledWith('done', 'row')
    expect(onWait).not.toHaveBeenCalled()
    expect(send).toHaveBeenCalledOnce()
  })

  test('whose question is not answered either is not known, before the question is given up', async () => {
    const send = vi
      .fn()
      .mockRejectedValueOnce(lost())
      .mockReturnValueOnce(new Promise(() => {}))
    const { onWait } = start({ send })
    await wait(slowWriteMs)
    expect([send.mock.calls.length, onWait.mock.calls]).toEqual([2, [[unknownOutcome]]])
  })

  test('that the worker does not have is sent again, and can be taken back between two tries', async () => {
    const send = answerWith(lost())
    const { outcome, onWait, writer } = start({ send, ask: answerWith(null) })
    await wait(2 * repeatDelayMs)
    expect(send).toHaveBeenCalledTimes(2)
    expect(onWait.mock.calls).toEqual([[notDoneYet]])
    writer.takeBack('target')
    await wait(2 * askIntervalMs)
    expect(send).toHaveBeenCalledTimes(2)
    expect(outcome).toHaveBeenCalledWith('not done', expect.any(TakenBackError))
  })
})

describe('a write and the network', () => {
  test('of which nothing is known asks at once when the browser is online again', async () => {
    const { outcome } = start({ send: answerWith(lost(), lost(), 'row') })
    await wait(repeatDelayMs)
    setOnline(true)
    await wait(repeatDelayMs)
    expect(outcome).toHaveBeenCalledWith('done', 'row')
  })

  test('on a hidden page asks nothing', async () => {
    const send = answerWith(lost())
    start({ send })
    await wait(repeatDelayMs)
    tab.visibilityState = 'hidden'
    await wait(10 * askIntervalMs)
    expect(send).toHaveBeenCalledTimes(2)
  })

  test('without a network waits for it, and then leaves', async () => {
    setOnline(false)
    const send = answerWith('row')
    const { outcome, onWait } = start({ send })
    await wait(60_000)
    expect(onWait.mock.calls).toEqual([[notDoneYet]])
    expect(send).not.toHaveBeenCalled()
    setOnline(true)
    await wait(0)
    expect(onWait).toHaveBeenLastCalledWith(null)
    expect(outcome).toHaveBeenCalledWith('done', 'row')
  })

  test('that has left is never said to wait for the network', async () => {
    const writer = createWriter(judge)
    const { onWait } = start({ send: answerWith(lost()) }, writer)
    await wait(repeatDelayMs)
    setOnline(false)
    const again = start({}, writer)
    await wait(60_000)
    expect([onWait.mock.calls, again.onWait.mock.calls]).toEqual([
      [[unknownOutcome]],
      [[unknownOutcome]],
    ])
  })
})

describe('a write and others', () => {
  test('tells how old it is once it has waited or its answer was lost', async () => {
    const send = answerWith(lost(), 'row')
    start({ send })
    await wait(repeatDelayMs)
    setOnline(false)
    const later = answerWith('row')
    start({ send: later })
    await wait(5000)
    setOnline(true)
    expect([send.mock.calls, later.mock.calls]).toEqual([[[undefined], [repeatDelayMs]], [[5000]]])
  })

  test('is as new as the answer to the one before it', async () => {
    const writer = createWriter(judge)
    const refused = new Promise((_, reject) =>
      setTimeout(() => reject(new Failure('refused')), 5000),
    )
    start({ send: () => refused }, writer)
    const outdated = new Failure('outdated')
    const send = answerWith(outdated, 'row')
    start({ send, readAgain: answerWith('newer row') }, writer)
    await wait(5000 + repeatDelayMs)
    expect(send.mock.calls).toEqual([[undefined], [repeatDelayMs]])
  })

  test('is never younger than now, also when the clock was set back', async () => {
    const send = answerWith(lost(), 'row')
    start({ send })
    vi.setSystemTime(Date.now() - 60_000)
    await wait(repeatDelayMs)
    expect(send).toHaveBeenLastCalledWith(0)
  })

  test('that is outdated is read again and sent once more', async () => {
    const readAgain = answerWith('newer row')
    const outdated = new Failure('outdated')
    const send = answerWith(outdated, 'row')
    const first = start({ send, readAgain })
    const second = start({ send: answerWith(outdated), readAgain })
    await wait(60_000)
    expect(first.outcome).toHaveBeenCalledWith('done', 'row')
    expect(second.outcome).toHaveBeenCalledWith('not done', outdated)
    expect(readAgain).toHaveBeenCalledTimes(2)
    // What another device wished after this press stays.
    expect(send).toHaveBeenNthCalledWith(1, undefined)
    expect(send).toHaveBeenLastCalledWith(expect.any(Number))
  })

  test('that a newer one replaces says nothing and is not sent again, also after a loss', async () => {
    const writer = createWriter(judge)
    const older = vi.fn(async () => {
      await new Promise((resolve) => setTimeout(resolve, 1000))
      throw lost()
    })
    const first = start({ send: older }, writer)
    const second = start({}, writer)
    await wait(60_000)
    expect(older).toHaveBeenCalledOnce()
    expect(second.outcome).toHaveBeenCalledWith('done', 'row')

    const third = start({ send: async () => 'third' }, writer)
    const fourth = start({ send: async () => 'fourth' }, writer)
    await wait(0)
    expect(fourth.outcome).toHaveBeenCalledWith('done', 'fourth')
    for (const { outcome } of [first, third]) expect(outcome).not.toHaveBeenCalled()
  })

  test('that is pressed again while nobody knows is asked for first', async () => {
    const writer = createWriter(judge)
    const send = vi.fn(async () => Promise.reject(lost()))
    start({ send, ask: answerWith(lost()) }, writer)
    await wait(repeatDelayMs)
    const second = start({ send, ask: answerWith('row') }, writer)
    await wait(60_000)
    expect(send).toHaveBeenCalledOnce()
    expect(second.outcome).toHaveBeenCalledWith('done', 'row')
  })

  test('says that it is slow, unless it is known or the page was left', async () => {
    const onSlow = vi.fn()
    const silent = () => new Promise(() => {})
    start({ send: silent, onSlow })
    start({ onSlow })
    start({ send: silent, onSlow }).writer.end()
    await wait(slowWriteMs)
    expect(onSlow).toHaveBeenCalledOnce()
  })
})

/**
 * A worker with one row, and a page that writes numbers into it: the first wish is 1. `fault` says
 * what becomes of the next requests.
 */
function openWorld(reads: boolean) {
  const world = {
    row: 0,
    fault: { isDone: true, isAnswered: true, delayMs: 0 },
    wishes: 0,
    sent: [] as number[],
    onItsWay: 0,
    outcomes: new Map<number, string>(),
    untrue: [] as string[],
  }
  const writer = createWriter(judge)

  async function request<Result>(work: () => Result): Promise<Result> {
    const { isDone, isAnswered, delayMs } = world.fault
    if (!browser.onLine) world.untrue.push('a request without a network')
    world.onItsWay += 1
    if (world.onItsWay > 1) world.untrue.push('two requests at once')
    await new Promise((resolve) => setTimeout(resolve, delayMs / 2))
    const result = isDone ? work() : null
    await new Promise((resolve) => setTimeout(resolve, delayMs / 2))
    world.onItsWay -= 1
    if (!isAnswered || result === null) throw lost()
    return result
  }

  function send(wish: number) {
    if (wish < (world.sent.at(-1) ?? 0)) world.untrue.push('an older wish after a newer one')
    world.sent.push(wish)
    return request(() => {
      world.row = wish
      return 'done'
    })
  }

  function press() {
    world.wishes += 1
    const wish = world.wishes
    const ask = () => request(() => ({ isDone: world.row === wish }))
    writer
      .write('row', {
        send: () => send(wish),
        ...(reads && { ask: async () => ((await ask()).isDone ? 'done' : null) }),
        onWait(code) {
          if (code === notDoneYet && world.row === wish) world.untrue.push('not done, but it is')
          if (code === unknownOutcome && !world.sent.length) world.untrue.push('nothing was sent')
        },
      })
      .then(
        () => {
          world.outcomes.set(wish, 'done')
          if (world.row !== wish) world.untrue.push('done, but it is not')
        },
        () => world.outcomes.set(wish, 'taken back'),
      )
  }

  async function take(step: Step): Promise<void> {
    if (step.act === 'press') press()
    if (step.act === 'take back') writer.takeBack('row')
    if (step.act === 'network') setOnline(step.isOnline)
    if (step.act === 'fault') world.fault = step
    await wait(step.act === 'wait' ? step.ms : 0)
  }
  return { world, take }
}

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

const step = fc.oneof(
  fc.record({ act: fc.constant('press' as const) }),
  fc.record({ act: fc.constant('take back' as const) }),
  fc.record({ act: fc.constant('network' as const), isOnline: fc.boolean() }),
  fc.record({
    act: fc.constant('fault' as const),
    isDone: fc.boolean(),
    isAnswered: fc.boolean(),
    delayMs: fc.constantFrom(0, 1000, 15_000),
  }),
  fc.record({ act: fc.constant('wait' as const), ms: fc.constantFrom(0, 300, 4000, 15_000) }),
)

test('in every order of presses, losses and networks one effect is left: the last wish', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(step, { maxLength: 30 }), async (reads, steps) => {
      setOnline(true)
      const { world, take } = openWorld(reads)
      for (const taken of steps) await take(taken)
      world.fault = { isDone: true, isAnswered: true, delayMs: 0 }
      setOnline(true)
      // The answer that is on its way may still be lost.
      await wait(45_000)
      const last = world.wishes
      const outcome = world.outcomes.get(last)
      expect(world.untrue).toEqual([])
      if (outcome === 'taken back') return
      expect([world.row, outcome]).toEqual([last, last > 0 ? 'done' : undefined])
    }),
    { numRuns: 300 },
  )
})

test('every state can be left, and every event of the table is one that the writer knows', () => {
  const events: Record<WriteEvent, true> = {
    pressed: true,
    ready: true,
    'taken back': true,
    answered: true,
    lost: true,
    outdated: true,
    missing: true,
  }
  const reached = new Set<WriteState>(['rest'])
  for (const state of reached) {
    for (const [event, next] of Object.entries(writeMoves[state])) {
      expect(events).toHaveProperty([event])
      reached.add(next)
    }
  }
  expect([...reached].sort()).toEqual(Object.keys(writeMoves).sort())
})
