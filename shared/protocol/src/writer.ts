/**
 * What a page does with a write (a star, a deletion, a name, a link ...) until it is done.
 *
 * A lost answer: the write is sent again after `repeatDelayMs`. If that answer is lost too, or takes
 * `slowWriteMs`, the page says that it does not know (`unknownOutcome`), and asks every
 * `askIntervalMs` or as soon as there is a network. Without a network nothing leaves: the page says
 * so (`notDoneYet`), and the member may take the write back. What the page shows already returns to
 * what it was only when the worker refuses (`Verdict`) or the member takes it back.
 *
 * The sentences are in `write-sentences.ts`. `judge` of `@encre/remote-kit/request-error` says what
 * a failed request means.
 */

/** Milliseconds between a lost answer and the question what is true. */
export const repeatDelayMs = 300

/** Milliseconds between two questions about a write of which nothing is known. */
export const askIntervalMs = 4000

/**
 * Milliseconds without an answer after which a page says that it is still saving what it shows, and
 * after a lost answer that nothing is known.
 */
export const slowWriteMs = 3000

/**
 * Questions that the limit of a flood may refuse, for a minute: it says nothing about the write.
 * The same code after that refuses the write itself.
 */
const mostBusyAnswers = Math.ceil(60_000 / askIntervalMs)

/** Stands for a problem code while nobody knows whether a write is done. */
export const unknownOutcome = 'unknown-outcome'

/**
 * Stands for a problem code while a write is certainly not done: it waits for the network, and can
 * be taken back.
 */
export const notDoneYet = 'not-done-yet'

/**
 * What is known of one write. `waiting`: it is not done, and nothing is on its way. `sending`: the
 * request is on its way. `asking`: its answer was lost, and the page asks what is true.
 * `unknown`: that answer was lost too.
 */
export type WriteState = 'rest' | 'waiting' | 'sending' | 'asking' | 'unknown'

/**
 * `pressed`: the member has a wish, or a newer one. `ready`: the network is there, or it is time to
 * ask again. `answered`: by the worker, also with a refusal. `lost`: no answer, or not the
 * worker's. `outdated`: another device has changed the row since it was read. `missing`: the
 * worker does not have what was sent.
 */
export type WriteEvent =
  | 'pressed'
  | 'ready'
  | 'taken back'
  | 'answered'
  | 'lost'
  | 'outdated'
  | 'missing'

/**
 * The moves of every write. One request is on its way for a target. The newest wish waits for it in
 * `sending`, `asking` and `unknown`, takes the place of an older one in `waiting`, and leaves
 * `rest` at once.
 */
export const writeMoves: Readonly<Record<WriteState, Partial<Record<WriteEvent, WriteState>>>> = {
  rest: {
    pressed: 'waiting',
  },
  waiting: {
    pressed: 'waiting',
    ready: 'sending',
    'taken back': 'rest',
  },
  sending: {
    pressed: 'sending',
    answered: 'rest',
    lost: 'asking',
    outdated: 'asking',
  },
  asking: {
    pressed: 'asking',
    answered: 'rest',
    missing: 'waiting',
    outdated: 'asking',
    lost: 'unknown',
  },
  unknown: {
    pressed: 'asking',
    ready: 'asking',
  },
}

/** The member has taken a write back that was not done yet. */
export class TakenBackError extends Error {
  override name = 'TakenBackError'
}

/** `busy`: too many requests, which refuses a write but says nothing about the one before. */
export type Verdict = 'refused' | 'lost' | 'outdated' | 'busy'

export interface Wish<Result> {
  /**
   * Sends the write, which has one effect however often it is sent. `ageMs`: milliseconds since the
   * press, of a write that waited, whose answer was lost, or that came after another device's.
   * That device may have changed the row since that press, and its change stays.
   */
  send: (ageMs: number | undefined) => Promise<Result>
  /**
   * Reads what is true: the result of the write, or null if it is not done. Without it the write
   * is sent again, which asks the same.
   */
  ask?: () => Promise<Result | null>
  /** Reads a row again that another device has changed. The write is then sent once more. */
  readAgain?: () => Promise<unknown>
  /**
   * Called when the page has to say more than that it is busy: `notDoneYet`, `unknownOutcome`, or
   * null when the write is on its way after all.
   */
  onWait: (code: string | null) => void
  /** Called after `slowWriteMs` without an answer, for a change that the page shows already. */
  onSlow?: (() => void) | undefined
}

interface Pressed extends Wish<unknown> {
  pressedAt: number
  isLate: boolean
  told: string | null
  wasOutdated: boolean
  busyAnswers: number
  /** How often the worker did not have what was sent. */
  misses: number
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

export type Writer = ReturnType<typeof createWriter>

/**
 * Sends the writes of a page: one at a time for a target. `judge` says what a failed request means.
 */
export function createWriter(judge: (error: unknown) => Verdict) {
  const targets = new Map<string, Target>()
  return {
    /**
     * Resolves when the wish is done; rejects with the worker's refusal, or with `TakenBackError`.
     * Never settles once a newer wish for the same target has taken its place.
     */
    write<Result>(name: string, wish: Wish<Result>): Promise<Result> {
      const target = targets.get(name) ?? new Target(judge, () => targets.delete(name))
      targets.set(name, target)
      return target.press(wish)
    },
    takeBack: (name: string) => targets.get(name)?.move('taken back'),
    /** Ends what waits, for one target or for all: the page was left. */
    end(name?: string) {
      const ended = name === undefined ? [...targets.values()] : [targets.get(name)]
      for (const target of ended) target?.end()
    },
  }
}

class Target {
  private state: WriteState = 'rest'
  private current: Pressed | null = null
  /** Waits for the answer to `current`. */
  private newest: Pressed | null = null
  private isOutdated = false
  /** Ends the timers and listeners of a state, and the interest in its answer. */
  private left = new AbortController()

  constructor(
    private readonly judge: (error: unknown) => Verdict,
    private readonly onRest: () => void,
  ) {}

  press<Result>(wish: Wish<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    this.newest = {
      ...wish,
      pressedAt: Date.now(),
      isLate: false,
      told: null,
      wasOutdated: false,
      busyAnswers: 0,
      misses: 0,
      resolve: (result) => resolve(result as Result),
      reject,
    }
    this.move('pressed')
    return promise
  }

  move(event: WriteEvent, error?: unknown): void {
    const next = writeMoves[this.state][event]
    if (next === undefined) return
    const stays = next === this.state
    this.state = next
    // The answer that is on its way ends the state.
    if (stays && event === 'pressed' && next !== 'waiting') return
    this.left.abort()
    this.left = new AbortController()
    if (event === 'taken back') this.current?.reject(error ?? new TakenBackError('taken back'))
    this.enter(next)
  }

  end(): void {
    this.left.abort()
    this.onRest()
  }

  private enter(state: WriteState): void {
    const entries: Record<WriteState, () => void> = {
      rest: () => this.rest(),
      waiting: () => this.wait(),
      sending: () => this.send(),
      asking: () => this.ask(),
      unknown: () => this.doubt(),
    }
    entries[state]()
  }

  private rest(): void {
    this.current = null
    if (this.newest) {
      // The answer that it waited for is not another device's wish.
      this.newest.pressedAt = Date.now()
      this.move('pressed')
    } else this.onRest()
  }

  private adoptNewest(): void {
    this.current = this.newest ?? this.current
    this.newest = null
  }

  private wait(): void {
    this.adoptNewest()
    this.isOutdated = false
    const ready = () => this.move('ready')
    const isLostAgain = (this.current?.misses ?? 0) > 1
    if (isOnline() && !isLostAgain) {
      ready()
      return
    }
    if (this.current) this.current.isLate = true
    this.tell(notDoneYet)
    if (isOnline()) this.after(askIntervalMs, ready)
    addEventListener('online', ready, this.left)
  }

  private send(): void {
    if (this.current?.told) this.tell(null)
    this.after(slowWriteMs, () => this.current?.onSlow?.())
    void this.run(send)
  }

  private ask(): void {
    this.after(slowWriteMs, () => this.tell(unknownOutcome))
    this.after(repeatDelayMs, () => {
      if (!isOnline()) this.move('lost')
      else {
        // The newest wish may be the one before, pressed again.
        this.adoptNewest()
        void this.run((wish) => (this.isOutdated ? this.readAgain(wish) : ask(wish)))
      }
    })
  }

  private async readAgain(wish: Pressed): Promise<null> {
    await wish.readAgain?.()
    wish.wasOutdated = true
    return null
  }

  private doubt(): void {
    this.isOutdated = false
    this.tell(unknownOutcome)
    // A hidden page asks nothing.
    const ready = () => document.visibilityState === 'hidden' || this.move('ready')
    const timer = setInterval(ready, askIntervalMs)
    this.left.signal.addEventListener('abort', () => clearInterval(timer))
    addEventListener('online', ready, this.left)
  }

  private async run(request: (wish: Pressed) => Promise<unknown> | undefined): Promise<void> {
    const { signal } = this.left
    const wish = this.current
    if (!wish) return
    try {
      const result = await request(wish)
      if (signal.aborted) return
      if (this.state === 'asking' && result === null) {
        wish.misses += this.isOutdated ? 0 : 1
        this.move('missing')
      } else this.settle(() => wish.resolve(result))
    } catch (error) {
      if (!signal.aborted) this.fail(wish, error)
    }
  }

  private fail(wish: Pressed, error: unknown): void {
    const verdict = this.judge(error)
    if (verdict === 'lost' || verdict === 'outdated') wish.isLate = true
    if (verdict === 'lost' || (verdict === 'busy' && this.isStillBusy(wish))) this.move('lost')
    else if (verdict === 'outdated' && wish.readAgain && !wish.wasOutdated) {
      this.isOutdated = true
      this.move('outdated')
    } else this.settle(() => wish.reject(error))
  }

  private isStillBusy(wish: Pressed): boolean {
    wish.busyAnswers += 1
    return this.state === 'asking' && wish.busyAnswers <= mostBusyAnswers
  }

  /** A wish that a newer one replaces says nothing any more. */
  private settle(tell: () => void): void {
    if (!this.newest) tell()
    this.move('answered')
  }

  private tell(code: string | null): void {
    const wish = this.newest ?? this.current
    if (!wish || wish.told === code) return
    wish.told = code
    wish.onWait(code)
  }

  private after(milliseconds: number, act: () => void): void {
    const timer = setTimeout(act, milliseconds)
    this.left.signal.addEventListener('abort', () => clearTimeout(timer))
  }
}

function send({ send, isLate, pressedAt }: Pressed): Promise<unknown> {
  // A clock may be set back.
  return send(isLate ? Math.max(0, Date.now() - pressedAt) : undefined)
}

function ask(wish: Pressed): Promise<unknown> {
  return wish.ask ? wish.ask() : send(wish)
}

function isOnline(): boolean {
  return navigator.onLine !== false
}
