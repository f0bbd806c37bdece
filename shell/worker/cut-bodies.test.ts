import { cutBody } from '@encre/worker/testing'
import { expect, test, vi } from 'vitest'
import { pageErrors } from './insight/errors/page-errors.ts'
import { insight } from './insight/insight.ts'
import { vitals } from './insight/vitals/vitals.ts'
import { registry } from './registry/registry.ts'
import { ask, codeOf, platformToken } from './testing/site.ts'

const mounted = {
  '': registry,
  '/insight': insight,
  '/errors': pageErrors,
  '/vitals': vitals,
}

const writes = Object.entries(mounted).flatMap(([prefix, { routes }]) =>
  routes
    .filter(({ method }) => method === 'POST' || method === 'PUT')
    .map(({ method, path }) => ({
      method,
      path: `/api/releases${prefix}${path}`.replace(/\/$/, ''),
    })),
)

/** These read no body. */
const bodyless = ['/api/releases/previews/end', '/api/releases/previews/:token']

test.each(writes.filter(({ path }) => !bodyless.includes(path)))(
  '$method $path: a body that ends too early is no fault of ours',
  async ({ method, path }) => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
    const address = path.replace(':remote', 'gallery').replace(/:\w+(\{[^}]*\})?/g, 'unknown')
    const headers = { authorization: `Bearer ${platformToken}`, 'content-type': 'application/json' }
    const answer = await ask(address, { method, headers, body: cutBody() })
    expect(await codeOf(answer)).toEqual([400, 'invalid-request'])
    expect(errors).not.toHaveBeenCalled()
  },
)
