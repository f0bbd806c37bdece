import { listReplaced, readBuiltIns } from './record-built-ins.ts'
import { callFunctions, listListeners, recordCalls, runSoon, runWaiting } from './record-calls.ts'
import { recordChance } from './record-chance.ts'
import { describeTarget, listOutside, outsideFunctions } from './record-outside.ts'

declare global {
  interface Window {
    encreRecorder: ReturnType<typeof createRecorder>
  }
}

/** Runs in the page before its first script. */
function createRecorder() {
  const beginChance = recordChance()
  const calls = recordCalls()
  const builtIns = readBuiltIns()
  return {
    /** What a visit may leave behind, as sentences. Each stands once for every time it was found. */
    readTraces: (others: string[]) => ({
      /** Timers, frames and idle callbacks that still wait, and listeners. */
      running: [
        ...[...calls.waiting.values()]
          .filter(({ isOfRemote }) => isOfRemote)
          .map(({ text }) => text),
        ...listListeners(calls).map(
          ({ target, type }) => `${describeTarget(target)} still has a listener for ${type}`,
        ),
      ],
      outside: listOutside(),
      storage: listStorage(others),
      focus: describeTarget(document.activeElement ?? document),
      title: document.title,
    }),
    /** Names of built-ins that are not as they were before the first script of the page. */
    listReplaced: () => listReplaced(builtIns),
    /** Begins the series of draws by lot that has this name. */
    beginChance,
    /** Whether a worker or the browser has not answered, and how far the work of the page is. */
    readWork: () => ({ isWorking: calls.asked.size > 0, steps: calls.steps }),
    /** Runs the timers of less than a second, such as one that saves what was typed or pressed. */
    runSoon: () => runSoon(calls),
    /** Runs every timer of a remote that waits. */
    runWaiting: () => runWaiting(calls),
    /** The sum of the layout shifts that no input caused. */
    readShift: observeShift(),
    /** Types of the events that a remote listens for outside of its element. */
    listHeardTypes: () => [...new Set(listListeners(calls).map(({ type }) => type))],
  }
}

function installRecorder(): void {
  if (window.top !== window) return
  Object.defineProperty(window, 'encreRecorder', { value: Object.freeze(createRecorder()) })
}

function observeShift(): () => number {
  let shift = 0
  const add = (entries: PerformanceEntryList) => {
    for (const entry of entries) {
      if (!Reflect.get(entry, 'hadRecentInput')) shift += Number(Reflect.get(entry, 'value'))
    }
  }
  const observer = new PerformanceObserver((list) => add(list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: true })
  return () => {
    add(observer.takeRecords())
    return shift
  }
}

function listStorage(others: string[]): string[] {
  return Object.entries({ localStorage, sessionStorage }).flatMap(([name, storage]) =>
    Object.entries(storage)
      .filter(([key]) => others.some((other) => key.startsWith(other)))
      .map(([key, value]) => `${key} = ${value.slice(0, 60)} in ${name}`),
  )
}

const parts = [
  ...callFunctions,
  ...outsideFunctions,
  recordChance,
  readBuiltIns,
  listReplaced,
  listStorage,
  observeShift,
  createRecorder,
  installRecorder,
]

/** The functions of a page cannot import each other: they arrive as one script. */
export const recorderScript = `(() => {\n${parts.join('\n')}\ninstallRecorder()\n})()`
