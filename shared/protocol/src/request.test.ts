import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { request } from './request.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['5d02836769cb', '5d02836769cb'],
  [undefined, null],
])('tells the worker which composition the page runs: %s', async (composition, header) => {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => Response.json({}))
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('document', { documentElement: { dataset: { composition } } })
  await request('/api/things', z.object({}))
  expect(new Headers(fetch.mock.calls[0]?.[1].headers).get('x-composition-id')).toBe(header)
})
