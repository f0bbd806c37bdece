// These functions run in the page: `recorder.ts` sends their text there.

interface Listener {
  target: WeakRef<EventTarget>
  callback: WeakRef<object>
  type: string
  isCapture: boolean
  signal: AbortSignal | undefined
}

interface Waiting {
  text: string
  run: () => void
  isOfRemote: boolean
  /** Whether it is due within a second. */
  isSoon: boolean
}

/** What the page has started and not ended. */
export interface Calls {
  /** What remotes wait for, and whatever is due soon: React keeps a part back for 300 ms. */
  waiting: Map<string, Waiting>
  /** Of remotes. */
  listeners: Listener[]
  /** Workers that have not answered, and promises that the browser has not settled. */
  asked: Set<unknown>
  /** How often a worker or a promise has answered, or a timer that was due soon has run. */
  steps: number
}

/** The innermost script of the call that has an address tells whose it is. */
function isOfRemote(): boolean {
  const innermost = new Error().stack?.split('\n').find((line) => line.includes('://'))
  return innermost?.includes('/remotes/') === true
}

/** A proxy keeps the name and the text of the native function. */
function wrap(
  owner: object,
  name: string,
  call: (native: () => unknown, self: unknown, all: unknown[]) => unknown,
): void {
  const descriptor = Reflect.getOwnPropertyDescriptor(owner, name)
  if (typeof descriptor?.value !== 'function') return
  const value = new Proxy(descriptor.value, { apply: call })
  Object.defineProperty(owner, name, { ...descriptor, value })
}

export function recordCalls(): Calls {
  const calls: Calls = { waiting: new Map(), listeners: [], asked: new Set(), steps: 0 }
  recordWorkers(calls)
  recordPromises(calls)
  recordWaiting(calls, 'setTimeout', 'clearTimeout', true)
  // Either function ends what the other has started.
  recordWaiting(calls, 'setInterval', 'clearInterval', false)
  recordWaiting(calls, 'requestAnimationFrame', 'cancelAnimationFrame', true)
  recordWaiting(calls, 'requestIdleCallback', 'cancelIdleCallback', true)
  recordListeners(calls)
  return calls
}

function recordWaiting(calls: Calls, start: string, end: string, endsAlone: boolean): void {
  const { waiting } = calls
  const keyOf = (id: unknown) => `${end.replace('Interval', 'Timeout')} ${id}`
  wrap(window, start, (native, self, all) => {
    const [callback, delay, ...rest] = all
    const isOwn = isOfRemote()
    const isSoon = start === 'setTimeout' && Number(delay ?? 0) < 1000
    if (typeof callback !== 'function' || !(isOwn || isSoon))
      return Reflect.apply(native, self, all)
    const run = function (this: unknown, ...given: unknown[]) {
      // `runSoon` has run it already.
      if (endsAlone && !waiting.delete(keyOf(id))) return undefined
      if (isSoon) calls.steps += 1
      return Reflect.apply(callback, this, given)
    }
    const id: unknown = Reflect.apply(native, self, [run, delay, ...rest])
    const every = typeof delay === 'number' ? ` of ${delay} ms` : ''
    const text = `${start}${every} still waits`
    waiting.set(keyOf(id), { text, run, isOfRemote: isOwn, isSoon })
    return id
  })
  wrap(window, end, (native, self, all) => {
    waiting.delete(keyOf(all[0]))
    return Reflect.apply(native, self, all)
  })
}

/** A worker that decodes a picture is idle, and has not answered yet. */
function recordWorkers(calls: Calls): void {
  const { asked } = calls
  // The native function: the recorder counts no listener of its own.
  const { addEventListener } = EventTarget.prototype
  wrap(Worker.prototype, 'postMessage', (native, self, all) => {
    asked.add(self)
    const hear = () => {
      asked.delete(self)
      calls.steps += 1
    }
    for (const type of ['message', 'error'])
      Reflect.apply(addEventListener, self, [type, hear, { once: true }])
    return Reflect.apply(native, self, all)
  })
  wrap(Worker.prototype, 'terminate', (native, self, all) => {
    asked.delete(self)
    return Reflect.apply(native, self, all)
  })
}

/** A picture is decoded, or an answer arrives and is read, while the page stays as it is. */
function recordPromises(calls: Calls): void {
  const reads = ['arrayBuffer', 'blob', 'json', 'text']
  const owners: [object, string[]][] = [
    [window, ['fetch', 'createImageBitmap']],
    [HTMLImageElement.prototype, ['decode']],
    [OffscreenCanvas.prototype, ['convertToBlob']],
    [Blob.prototype, reads],
    [Response.prototype, reads],
  ]
  for (const [owner, names] of owners) {
    for (const name of names) {
      wrap(owner, name, (native, self, all) => {
        const promise: Promise<unknown> = Reflect.apply(native, self, all)
        calls.asked.add(promise)
        const hear = () => {
          calls.asked.delete(promise)
          calls.steps += 1
        }
        promise.then(hear, hear)
        return promise
      })
    }
  }
}

/** What is due within a second, now. */
export function runSoon({ waiting }: Calls): void {
  runAll([...waiting.values()].filter(({ isSoon }) => isSoon))
}

/** What the remote does much later, now: a fault that waits for five minutes shows. */
export async function runWaiting({ waiting }: Calls): Promise<void> {
  runAll([...waiting.values()].filter((one) => one.isOfRemote))
  await new Promise<void>((resolve) => setTimeout(resolve, 100))
}

function runAll(calls: { run: () => void }[]): void {
  for (const { run } of calls) {
    try {
      run()
    } catch (error) {
      reportError(error)
    }
  }
}

function recordListeners({ listeners }: Calls): void {
  wrap(EventTarget.prototype, 'addEventListener', (native, self, all) => {
    const added = readListener(self, all)
    const { target, type, callback, isCapture, isOnce, signal } = added
    if (!callback || !isOfRemote()) return Reflect.apply(native, self, all)
    // The browser adds the same listener once.
    removeListener(listeners, added)
    listeners.push({
      target: new WeakRef(target),
      callback: new WeakRef(callback),
      type,
      isCapture,
      signal,
    })
    if (isOnce) {
      const options = { once: true, capture: isCapture }
      Reflect.apply(native, target, [type, () => removeListener(listeners, added), options])
    }
    return Reflect.apply(native, self, all)
  })
  wrap(EventTarget.prototype, 'removeEventListener', (native, self, all) => {
    removeListener(listeners, readListener(self, all))
    return Reflect.apply(native, self, all)
  })
}

/** What a call of `addEventListener` or `removeEventListener` names. */
function readListener(self: unknown, [type, callback, options]: unknown[]) {
  const given = typeof options === 'object' && options !== null ? options : { capture: options }
  return {
    target: self instanceof EventTarget ? self : window,
    type: String(type),
    callback: Object(callback) === callback ? (callback as object) : null,
    isCapture: Reflect.get(given, 'capture') === true,
    isOnce: Reflect.get(given, 'once') === true,
    signal: Reflect.get(given, 'signal') as AbortSignal | undefined,
  }
}

function removeListener(
  listeners: Listener[],
  { target, type, callback, isCapture }: ReturnType<typeof readListener>,
): void {
  const index = listeners.findIndex(
    (one) =>
      one.target.deref() === target &&
      one.callback.deref() === callback &&
      one.type === type &&
      one.isCapture === isCapture,
  )
  if (index >= 0) listeners.splice(index, 1)
}

/** Those outside of the remote's element whose target is still there. */
export function listListeners({ listeners }: Calls): { target: EventTarget; type: string }[] {
  const added = listeners.flatMap(({ target, callback, type, signal }) => {
    const alive = target.deref()
    if (!alive || !callback.deref() || signal?.aborted || alive instanceof AbortSignal) return []
    const isGone = alive instanceof Node && !alive.isConnected
    return isGone || isInMain(alive) ? [] : [{ target: alive, type }]
  })
  const roots = [window, document, document.documentElement, document.body]
  return [...added, ...roots.flatMap(listHandlers)]
}

/** Handlers that were written as properties, such as `window.onresize`. */
function listHandlers(target: EventTarget): { target: EventTarget; type: string }[] {
  const handlers: { target: EventTarget; type: string }[] = []
  for (const name in target) {
    const isHandler = name.startsWith('on') && typeof Reflect.get(target, name) === 'function'
    if (isHandler) handlers.push({ target, type: name.slice(2) })
  }
  return handlers
}

function isInMain(target: EventTarget): boolean {
  return target instanceof Element && target.closest('main > *') !== null
}

export const callFunctions = [
  isOfRemote,
  wrap,
  recordCalls,
  recordWaiting,
  recordWorkers,
  recordPromises,
  runSoon,
  runWaiting,
  runAll,
  recordListeners,
  readListener,
  removeListener,
  listListeners,
  listHandlers,
  isInMain,
]
