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
const ask = async () => new Hono().get('/', (c) => noticePage(c, notice)).request('/')

test('is a French page with its status, which nobody stores or indexes', async () => {
  const answer = await ask()
  expect(answer.status).toBe(410)
  expect(Object.fromEntries(answer.headers)).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  const html = await answer.text()
  expect(html).toContain('<html lang="fr">')
  expect(html).toContain('noindex')
})

test('shows texts as text', async () => {
  const html = await (await ask()).text()
  expect(html).toContain('A &lt; B &amp; &quot;C&quot;.')
  expect(html).toContain('href="/?a=1&amp;b=2"')
})
