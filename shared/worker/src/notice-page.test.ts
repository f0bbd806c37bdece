import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { noticePage } from './notice-page.ts'

const notice = {
  status: 410,
  title: 'Parti',
  heading: 'Parti',
  sentence: 'A < B & "C".',
  link: { path: '/?a=1&b=2', label: 'Accueil' },
} as const

test('is a French page with its status, which shows texts as text, and which nobody stores or indexes', async () => {
  const answer = await new Hono().get('/', (c) => noticePage(c, notice)).request('/')
  expect(answer.status).toBe(410)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  })
  const html = await answer.text()
  for (const part of [
    '<html lang="fr">',
    'noindex',
    'A &lt; B &amp; &quot;C&quot;.',
    'href="/?a=1&amp;b=2"',
  ])
    expect(html).toContain(part)
})
