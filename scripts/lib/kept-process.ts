import { endProcess, type RunningProcess } from './processes.ts'

export interface KeptProcess {
  /** Resolves with a sentence when the process ends by itself, or when its Workers runtime is killed too often. */
  broken: Promise<string>
  stop(): Promise<void>
}

/** Restarts of one process before the site ends: something else kills it every time. */
const maxRestarts = 5

/** Keeps a wrangler process answering: starts it again when its Workers runtime was killed. */
export function keepProcess(name: string, start: () => RunningProcess, say: (sentence: string) => void): KeptProcess {
  const replaced = new WeakSet<RunningProcess>()
  let isStopping = false
  let current = start()
  let restarting = Promise.resolve()

  async function replace(old: RunningProcess): Promise<void> {
    replaced.add(old)
    await endProcess(old)
    if (!isStopping) current = start()
  }

  const broken = new Promise<string>((resolve) => {
    const watch = (process: RunningProcess, restarts: number) => {
      process.ended.then((sentence) => replaced.has(process) || resolve(sentence))
      process.crashed.then(async () => {
        if (isStopping) return
        if (restarts === maxRestarts) {
          resolve(`The Workers runtime of ${name} was killed ${restarts + 1} times. Free memory, or find what kills it, then start again.`)
          return
        }
        say(`The Workers runtime of ${name} was killed. Starting it again ...`)
        restarting = replace(process)
        await restarting
        if (!isStopping) watch(current, restarts + 1)
      })
    }
    watch(current, 0)
  })

  return {
    broken,
    async stop() {
      isStopping = true
      await restarting
      await endProcess(current)
    },
  }
}
