import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import getPort from 'get-port'
import { expect, it } from 'vitest'
import { createFolder } from './testing/scratch-folder.ts'
import { processorSeconds, waitForAnswer } from './wait-for-answer.ts'

const log = join(createFolder(), 'site.log')

const limits = { quietMs: 300, tellMs: 150 }
const idle = { log, readSeconds: () => 0 }

it('gives up where nothing moves, and says before what it waits for', async () => {
  const said: string[] = []
  const url = `http://localhost:${await getPort()}/health`
  await expect(waitForAnswer({ ...idle, url }, (sentence) => said.push(sentence), limits)).rejects.toThrow(
    /health is not ready, and nothing has moved for .* minutes: .*Read .*site\.log, then start again\./,
  )
  expect(said).toEqual([expect.stringMatching(/^Waiting for http.*health \(.+\), as long as its processes do something/)])
})

let lines = 0
let seconds = 0
it.each([
  ['a line of the log', () => writeFileSync(log, 'line\n'.repeat(++lines)), idle],
  ['processor time', () => {}, { log, readSeconds: () => seconds++ }],
])('waits longer while it sees %s', async (_, move, awaited) => {
  const port = await getPort()
  const moving = setInterval(move, 50)
  const server = createServer((_, response) => response.end('ok'))
  setTimeout(() => server.listen(port, 'localhost'), 3 * limits.quietMs)
  const started = performance.now()
  await waitForAnswer({ ...awaited, url: `http://localhost:${port}/health` }, () => {}, limits)
  expect(performance.now() - started).toBeGreaterThan(2 * limits.quietMs)
  clearInterval(moving)
  server.close()
})

it('gives up on a refusal that stays the same, although each request writes a line', async () => {
  const server = createServer((_, response) => {
    writeFileSync(log, 'request\n'.repeat(++lines))
    response.writeHead(503).end(`fail d1 ${lines} ms`)
  })
  const port = await getPort()
  server.listen(port, 'localhost')
  await expect(waitForAnswer({ ...idle, url: `http://localhost:${port}/health` }, () => {}, limits)).rejects.toThrow(/503\nfail d1/)
  server.close()
})

it('reads the processor time of a process with its children', () => {
  expect(processorSeconds(1)).toBeGreaterThan(0)
  expect(processorSeconds(2 ** 30)).toBe(0)
})
