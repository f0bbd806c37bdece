import { listReplaced, readBuiltIns } from './record-built-ins.ts'
import { callFunctions, listListeners, recordCalls, runWaiting } from './record-calls.ts'
import { recordChance } from './record-chance.ts'
import { describeTarget, listOutside, outsideFunctions } from './record-outside.ts'

/** What a visit may leave behind, as sentences. Each stands once for every time it was found. */
export interface Traces {
  /** Timers, frames and idle callbacks that still wait, and listeners. */
  running: string[]
  /** Elements, styles and style sheets outside of the remote's element. */
  outside: string[]
  /** What other parts of the site have stored. */
  storage: string[]
  focus: string
  title: string
}

interface Recorder {
  readTraces(others: string[]): Traces
  /** Names of built-ins that are not as they were before the first script of the page. */
  listReplaced(): string[]
  /** Types of the events that a remote listens for outside of its element. */
  listHeardTypes(): string[]
  /** Begins the series of draws by lot that has this name. */
  beginChance(series: string): void
  /** Runs every timer that waits. */
  runWaiting(): Promise<void>
  /** The sum of the layout shifts that no input caused. */
  readShift(): number
}

declare global {
  interface Window {
    encreRecorder: Recorder
  }
}

/** Runs in the page before its first script. */
function installRecorder(): void {
  if (window.top !== window) return
  const beginChance = recordChance()
  const calls = recordCalls()
  const builtIns = readBuiltIns()
  const recorder: Recorder = {
    readTraces: (others) => ({
      running: [
        ...[...calls.waiting.values()].map(({ text }) => text),
        ...listListeners(calls).map(
          ({ target, type }) => `${describeTarget(target)} still has a listener for ${type}`,
        ),
      ],
      outside: listOutside(),
      storage: listStorage(others),
      focus: describeTarget(document.activeElement ?? document),
      title: document.title,
    }),
    listReplaced: () => listReplaced(builtIns),
    beginChance,
    runWaiting: () => runWaiting(calls),
    readShift: observeShift(),
    listHeardTypes: () => [...new Set(listListeners(calls).map(({ type }) => type))],
  }
  Object.defineProperty(window, 'encreRecorder', { value: Object.freeze(recorder) })
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
  installRecorder,
]

/** The functions of a page cannot import each other: they arrive as one script. */
export const recorderScript = `(() => {\n${parts.join('\n')}\ninstallRecorder()\n})()`
