import { beforeEach, expect, test, vi } from 'vitest'
import { makeVersion } from '../testing-manifest.ts'
import type { RemoteRoute } from './page-manifest.ts'
import { dropPrefetched, startPrefetch, takePrefetched } from './prefetch.ts'

const remote = {
  name: 'gallery',
  routes: [],
  current: makeVersion('gallery', 'v1'),
  previous: null,
}
const createRoute = (path: string, prefetch: string[]): RemoteRoute => ({
  path,
  access: 'member',
  lang: 'fr',
  title: '',
  prefetch,
  remote,
})
const at = (path: string) => new URL(path, 'https://encre.example')
const token = 'token-1'

const requests = vi.fn(async (path: string, _init: RequestInit) => Response.json({ path }))

beforeEach(() => {
  dropPrefetched()
  requests.mockClear()
  vi.stubGlobal('fetch', requests)
})

test('requests what the route declares, with the token, and hands each answer out once', async () => {
  startPrefetch(createRoute('/gallery', ['/api/gallery/designs']), at('/gallery'), token)
  const answer = takePrefetched('/api/gallery/designs')
  expect(await (await answer)?.json()).toEqual({ path: '/api/gallery/designs' })
  expect(requests.mock.calls[0]?.[1].headers).toMatchObject({ authorization: 'Bearer token-1' })
  expect(takePrefetched('/api/gallery/designs')).toBeNull()
})

test('the id of the page takes its place in the address', async () => {
  startPrefetch(createRoute('/gallery/:id', ['/api/gallery/designs/:id']), at('/gallery/d7'), token)
  expect(await (await takePrefetched('/api/gallery/designs/d7'))?.json()).toEqual({
    path: '/api/gallery/designs/d7',
  })
})

test.each([
  {
    name: "another remote's worker",
    route: createRoute('/gallery', ['/api/account/me']),
    path: '/gallery',
  },
  {
    name: 'a page with a query',
    route: createRoute('/gallery', ['/api/gallery/designs']),
    path: '/gallery?style=dotwork',
  },
  {
    name: 'a route that declares nothing',
    route: { ...createRoute('/gallery', []), prefetch: undefined },
    path: '/gallery',
  },
  { name: 'a page of the shell', route: undefined, path: '/about' },
])('requests nothing for $name', async ({ route, path }) => {
  startPrefetch(route, at(path), token)
  await Promise.resolve()
  expect(requests).not.toHaveBeenCalled()
})
