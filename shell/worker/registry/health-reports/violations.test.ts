import { beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { ask } from '../../testing/site.ts'
import { violationsPerMinute, violationsPerNetwork, violationsPerRequest } from './violations.ts'

const cspReport = {
  'csp-report': {
    'document-uri': 'https://encre.example/callback?a-secret',
    'effective-directive': 'require-trusted-types-for',
    'blocked-uri': 'trusted-types-sink',
    'source-file': 'https://encre.example/remotes/gallery/v1/remote.js?retry=1',
    'line-number': 7,
    'script-sample': 'Element innerHTML|<img src=x>',
    'original-policy': 'unknown fields are ignored',
  },
}
const report = {
  type: 'csp-violation',
  age: 1,
  body: {
    documentURL: 'https://encre.example/',
    effectiveDirective: 'script-src-elem',
    blockedURL: 'inline',
  },
}

const send = (body: unknown, type = 'application/csp-report', address = '198.51.100.7') =>
  ask('/api/releases/violations', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': type, 'cf-connecting-ip': address },
  })

let written: MockInstance<typeof console.log>
beforeEach(() => {
  written = vi.spyOn(console, 'log').mockImplementation(() => {})
})
const readLines = () =>
  written.mock.calls
    .map(([line]) => JSON.parse(String(line)))
    .filter(({ event }) => event === 'policy violation')

test('writes a violation as one log line, without the query of an address', async () => {
  expect((await send(cspReport)).status).toBe(204)
  expect(readLines()).toMatchObject([
    {
      page: 'https://encre.example/callback',
      directive: 'require-trusted-types-for',
      blocked: 'trusted-types-sink',
      source: 'https://encre.example/remotes/gallery/v1/remote.js',
      line: 7,
    },
  ])
  expect(JSON.stringify(written.mock.calls)).not.toContain('secret')
})

test('writes the violations among the reports of the Reporting API', async () => {
  const answer = await send(
    [report, { type: 'deprecation', body: {} }, report],
    'application/reports+json',
  )
  expect(answer.status).toBe(204)
  expect(readLines()).toMatchObject([
    { directive: 'script-src-elem' },
    { directive: 'script-src-elem' },
  ])
})

test.each([
  {},
  [],
  'text',
  { 'csp-report': { 'line-number': 'seven' } },
  Array(violationsPerRequest + 1).fill(report),
])('answers %j without a line', async (body) => {
  expect((await send(body)).status).toBe(Array.isArray(body) && body.length === 0 ? 204 : 400)
  expect(readLines()).toEqual([])
})

test('keeps the reports of others when one network floods', async () => {
  vi.setSystemTime(Date.now() + 240_000)
  for (let index = 0; index < 2 * violationsPerMinute; index++)
    await send(cspReport, undefined, `203.0.113.${index}`)
  expect(readLines()).toHaveLength(violationsPerNetwork)
  expect((await send(cspReport, undefined, '192.0.2.1')).status).toBe(204)
})
