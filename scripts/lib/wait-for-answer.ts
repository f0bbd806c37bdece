import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { ExpectedError } from './run-command.ts'

interface Awaited {
  url: string
  log: string
  readSeconds(): number
}

/**
 * Waits for an answer as long as there is progress: another answer (a closed port, then a refusal), a log that grows before the first answer
 * (later, requests write to it too), or a twentieth of a core in use. Throws after `quietMs` without progress.
 */
export async function waitForAnswer(
  { url, log, readSeconds }: Awaited,
  say: (sentence: string) => void,
  { quietMs = 5 * 60_000, tellMs = 20_000, signal }: { quietMs?: number; tellMs?: number; signal?: AbortSignal } = {},
): Promise<void> {
  const started = performance.now()
  let [movedAt, measuredAt] = [started, started]
  let [answer, bytes, seconds] = ['no answer yet', sizeOf(log), readSeconds()]
  const timer = setTimeout(() => say(`Waiting for ${url} (${answer}), as long as its processes do something ...`), tellMs)
  try {
    for (;;) {
      signal?.throwIfAborted()
      const found = await ask(url)
      if (found.isReady) return
      const now = performance.now()
      const size = sizeOf(log)
      if (withoutDigits(found.text) !== withoutDigits(answer) || (!found.isAnswer && size !== bytes)) movedAt = now
      answer = found.text
      bytes = size
      if (now - measuredAt > quietMs / 10) {
        const used = readSeconds()
        if (Math.abs(used - seconds) * 1000 > (now - measuredAt) / 20) movedAt = now
        measuredAt = now
        seconds = used
      }
      if (now - movedAt > quietMs) {
        throw new ExpectedError(
          `${url} is not ready, and nothing has moved for ${quietMs / 60_000} minutes: ${answer}. Read ${log}, then start again.`,
        )
      }
      await sleep(now - started > tellMs ? 1000 : 100)
    }
  } finally {
    clearTimeout(timer)
  }
}

async function ask(url: string): Promise<{ isReady: boolean; isAnswer: boolean; text: string }> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(30_000) })
    return { isReady: response.ok, isAnswer: true, text: `${response.status}\n${await response.text()}`.trim() }
  } catch (error) {
    const cause = error instanceof TypeError && error.cause instanceof Error ? error.cause : error
    return { isReady: false, isAnswer: false, text: cause instanceof Error ? cause.message : String(cause) }
  }
}

// Durations and counts change while nothing happens.
function withoutDigits(text: string): string {
  return text.replaceAll(/\d/g, '')
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/** Seconds of processor time of a process and of all that it started. 0 without `ps`. */
export function processorSeconds(pid: number): number {
  try {
    const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,time='], { encoding: 'utf8' })
    const rows = list.split('\n').map((row) => row.trim().split(/\s+/))
    const own = (id: number): number =>
      rows.reduce((sum, [one, parent, time = '']) => {
        if (Number(one) === id) return sum + time.split(/[-:]/).reduce((total, part) => total * 60 + Number(part), 0)
        return Number(parent) === id ? sum + own(Number(one)) : sum
      }, 0)
    return own(pid)
  } catch {
    return 0
  }
}
