import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { ask, publish } from '../testing/site.ts'

const pageOf = (path: string) =>
  ({ path, access: 'public', lang: 'fr', title: path.slice(1) }) as const

beforeAll(async () => {
  await publish('gallery', 'v1', {
    routes: [pageOf('/gallery'), pageOf('/gallery/:id'), pageOf('/lettrage')],
  })
})

/** What a visitor asks for, and the address that answers it. */
const spellings = {
  '/gallery/': '/gallery',
  '/gallery//': '/gallery',
  '/gallery///': '/gallery',
  '//gallery': '/gallery',
  '///gallery//': '/gallery',
  '/lettrage//': '/lettrage',
  '/lettrage/?mot=Nuit': '/lettrage?mot=Nuit',
  '/lettrage//?mot=a//b%2F': '/lettrage?mot=a//b%2F',
  '/%6Cettrage': '/lettrage',
  '/%6cettrage': '/lettrage',
  '/lettrag%65/': '/lettrage',
  '/%6C%65%74%74%72%61%67%65': '/lettrage',
  '/%6Cettrage?mot=%6C': '/lettrage?mot=%6C',
  '/gallery/7/': '/gallery/7',
  '/gallery//7': '/gallery/7',
  '/gallery/%37': '/gallery/7',
  '/gallery/a%2Db': '/gallery/a-b',
  '/gallery/a%7Eb%5Fc': '/gallery/a~b_c',
  '/gallery/%C3%A9/': '/gallery/%C3%A9',
  '/about/': '/about',
  '/about//?x=1': '/about?x=1',
  '/%61bout': '/about',
  '//about': '/about',
  '/status/': '/status',
  '//': '/',
  '///': '/',
  '//?x=1': '/?x=1',
  '/Gallery/': '/Gallery',
  '/nothing//here/': '/nothing/here',
  '//evil.example/': '/evil.example',
  '//evil.example/x': '/evil.example/x',
  '///evil.example/%2e%2e/x': '/x',
  '//evil%2Eexample/x': '/evil.example/x',
  '/\\evil.example/x': '/evil.example/x',
  '\\\\evil.example/x': '/evil.example/x',
  '/.//evil.example/x': '/evil.example/x',
  '/%2e//evil.example/x': '/evil.example/x',
  '/%2F/evil.example/': '/%2F/evil.example',
  '/%5C/evil.example/': '/%5C/evil.example',
}

test.each(Object.entries(spellings))('%s has its page at %s', async (requested, address) => {
  for (const method of ['GET', 'HEAD']) {
    const answer = await ask(env.SITE_ORIGIN + requested, { method })
    expect([answer.status, answer.headers.get('location')]).toEqual([308, address])
  }
  // One step leads there.
  expect((await ask(address)).status).not.toBe(308)
})

test.each(Object.entries(spellings))('on another host too: %s', async (requested, address) => {
  const answer = await ask(`http://127.0.0.1:8787${requested}`)
  expect([answer.status, answer.headers.get('location')]).toEqual([308, env.SITE_ORIGIN + address])
})

/** Each spelling has its own page, or none. */
test.each([
  { requested: '/', status: 200 },
  { requested: '/gallery', status: 200 },
  { requested: '/gallery?style=dotwork', status: 200 },
  { requested: '/gallery/a%2Fb', status: 200 },
  { requested: '/gallery/%00', status: 200 },
  { requested: '/gallery/%', status: 200 },
  { requested: '/gallery/%25%36%43', status: 308 },
  { requested: '/gallery/%2541', status: 200 },
  { requested: '/gallery/a b', status: 200 },
  { requested: '/gallery%2F', status: 404 },
  { requested: '/gallery%2f7', status: 404 },
  { requested: '/gallery%5C', status: 404 },
  { requested: '/gallery%00', status: 404 },
  { requested: '/%2Fevil.example/x', status: 404 },
  { requested: '/%5Cevil.example/x', status: 404 },
  { requested: '/%2F%2Fevil.example/x', status: 404 },
  { requested: '/%', status: 404 },
  { requested: '/%zz', status: 404 },
  { requested: '/Gallery', status: 404 },
  { requested: '/LETTRAGE', status: 404 },
  { requested: '/About', status: 404 },
  { requested: '/gallery/7/8', status: 404 },
  { requested: '/gallery;x=1', status: 404 },
  { requested: '/%E2%80%8Bgallery', status: 404 },
])('$requested is answered with $status', async ({ requested, status }) => {
  expect((await ask(env.SITE_ORIGIN + requested)).status).toBe(status)
})

test.each([
  '/f/a-token/',
  '/f//a-token',
  '/f/a%2Dtoken',
  '/api/gallery/things/',
  '/api/gallery//things',
  '/api/nothing/',
  '/api/gallery/%74hings',
  '/remotes/gallery//x.js',
  '/remotes/gallery/',
  '/static//nothing/',
])('%s is no address of a page: nothing is redirected', async (requested) => {
  const answer = await ask(requested)
  expect([answer.status === 308, answer.headers.get('location')]).toEqual([false, null])
})
