import { ChildProcess } from 'node:child_process'
import { describe, expect, it, test, vi } from 'vitest'
import { keepProcess, type RunningProcess } from './processes.ts'
import { keepSite } from './site.ts'

interface FakeProcess extends RunningProcess {
  crash(): void
  end(sentence: string): void
}

function createProcess(): FakeProcess {
  const crashed = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<string>()
  const child = Object.assign(new ChildProcess(), { exitCode: 0 })
  const ready = Promise.resolve()
  return {
    child,
    ready,
    crashed: crashed.promise,
    ended: ended.promise,
    crash: crashed.resolve,
    end: ended.resolve,
  }
}

function keep() {
  const started: FakeProcess[] = []
  const said: string[] = []
  const start = () => {
    const process = createProcess()
    started.push(process)
    return process
  }
  return { started, said, kept: keepProcess('site', start, (sentence) => said.push(sentence)) }
}

it('starts a process again whose Workers runtime was killed, and says so', async () => {
  const { started, said } = keep()
  started[0]?.crash()
  await expect.poll(() => started.length).toBe(2)
  expect(said).toEqual(['The Workers runtime of site was killed. Starting it again ...'])
})

it('ends the site with a sentence when the runtime is killed every time', async () => {
  const { started, kept } = keep()
  for (let kills = 1; kills <= 5; kills++) {
    started.at(-1)?.crash()
    await expect.poll(() => started.length).toBe(kills + 1)
  }
  started.at(-1)?.crash()
  expect(await kept.broken).toBe(
    'The Workers runtime of site was killed 6 times. Free memory, or find what kills it, then start again.',
  )
  expect(started).toHaveLength(6)
})

it('ends the site with the last output of a process that ends by itself', async () => {
  const { started, kept } = keep()
  started[0]?.end('site ended (1):\nno memory')
  expect(await kept.broken).toBe('site ended (1):\nno memory')
})

it('starts nothing again after it was stopped', async () => {
  const { started, said, kept } = keep()
  await kept.stop()
  started[0]?.crash()
  await new Promise((resolve) => setImmediate(resolve))
  expect([started.length, said]).toEqual([1, []])
})

describe('a site that is kept', () => {
  const healthy = () => ({
    broken: new Promise<string>(() => {}),
    stop: vi.fn(() => Promise.resolve()),
  })

  test('stops the site when the signal aborts', async () => {
    const site = healthy()
    const stopping = new AbortController()
    const kept = keepSite(site, stopping.signal)
    expect(site.stop).not.toHaveBeenCalled()
    stopping.abort()
    await kept
    expect(site.stop).toHaveBeenCalledOnce()
  })

  test('stops a site that breaks, and says why', async () => {
    const site = { ...healthy(), broken: Promise.resolve('site ended (1):\nno memory') }
    await expect(keepSite(site, new AbortController().signal)).rejects.toThrow('no memory')
    expect(site.stop).toHaveBeenCalledOnce()
  })
})
