import type { Insight, InsightErrors, InsightReports } from '@encre/releases/insight'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { StatusPage } from './status-page.tsx'

const counter = { feature: 'generator', name: 'encre_generations_ended_total', byHour: [] }

const insight: Insight = {
  holder: { remote: null, author: 'platform' },
  since: '2026-11-20T14:20:00.000Z',
  at: '2026-11-21T14:20:00.000Z',
  remotes: [
    {
      remote: 'gallery',
      current: 'v1',
      previous: null,
      canary: { version: 'v2', share: 25 },
      revision: 3,
      versions: [
        {
          version: 'v2',
          author: 'Ana',
          createdAt: '2026-11-21T10:00:00.000Z',
          visitors: 60,
          loadFailures: 1,
          errors: 2,
          silent: 3,
        },
      ],
      history: [
        {
          action: 'canary',
          version: 'v2',
          replaced: 'v1',
          share: 25,
          author: 'automatic',
          reason: '50 visitors reported success at 5 %',
          at: '2026-11-21T12:00:00.000Z',
        },
      ],
      verdict: { text: '25 %: not clear yet; it stays', isWorse: false },
      reports: [
        { hour: '2026-11-21T13', version: 'v1', ok: 5, loadFailures: 0, errors: 0, silent: 0 },
        { hour: '2026-11-21T13', version: 'v2', ok: 7, loadFailures: 1, errors: 2, silent: 3 },
      ],
    },
  ],
  vitals: [
    {
      remote: 'gallery',
      version: 'v1',
      route: '/gallery',
      metric: 'lcp',
      pages: 40,
      p75: 1812.4,
      good: 0.925,
    },
    {
      remote: 'gallery',
      version: 'v1',
      route: '/gallery',
      metric: 'cls',
      pages: 38,
      p75: 0.0213,
      good: 1,
    },
  ],
  vitalsByDay: [{ day: '2026-11-21', metric: 'lcp', pages: 40, p75: 1812.4 }],
  answers: [
    { worker: 'gallery', version: 'b1946ac92492', status: '2xx', answers: 980 },
    { worker: 'gallery', version: 'b1946ac92492', status: '4xx', answers: 15 },
    { worker: 'gallery', version: 'b1946ac92492', status: '5xx', answers: 5 },
  ],
  counters: [
    { ...counter, labels: { state: 'done', problem: '' }, total: 90 },
    { ...counter, labels: { state: 'failed', problem: 'save-failed' }, total: 1 },
  ],
}
const errors: InsightErrors['errors'] = [
  {
    id: 'e1',
    remote: 'gallery',
    version: 'v2',
    route: '/gallery',
    message: 'TypeError: x is undefined',
    stack: 'TypeError: x is undefined\n    at handleDelete (src/gallery-page.tsx:2:6)',
    isReadable: true,
    composition: 'c',
    suspects: 'account v3',
    suspected: 11,
    count: 12,
    firstAt: '2026-11-21T12:00:00.000Z',
    lastAt: '2026-11-21T13:00:00.000Z',
  },
]

const reports: InsightReports['reports'] = [
  {
    feature: 'gallery',
    id: 'r1',
    text: 'Une menace',
    createdAt: '2026-11-21T12:00:00.000Z',
    subject: 'Un loup',
    url: '/image',
  },
]

let received: string[]
let session: boolean
let answerOf: (method: string, path: string, init?: RequestInit) => Response | null

beforeEach(() => {
  received = []
  session = true
  answerOf = () => null
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const path = String(url).replace('/api/releases/insight', '')
    const method = init?.method ?? 'GET'
    received.push(`${method} ${path}`)
    const special = answerOf(method, path, init)
    if (special) return special
    if (path === '/session') {
      session = method === 'POST'
      return new Response(null, { status: 204 })
    }
    if (!session) return new Response(null, { status: 401 })
    if (path === '/reports') return Response.json({ reports, hasMore: true, unread: ['account'] })
    return Response.json(path.startsWith('/errors') ? { errors } : insight)
  })
})

test('says the verdict of each canary first, trouble before the rest', async () => {
  const quiet = { ...insight.remotes[0], remote: 'account', verdict: undefined }
  const worse = {
    ...insight.remotes[0],
    remote: 'generator',
    verdict: { text: '5 %: worse, 4.1 % against 0.3 % failing; it ends', isWorse: true },
  }
  answerOf = (_, path) =>
    path.startsWith('?')
      ? Response.json({ ...insight, remotes: [quiet, ...insight.remotes, worse] })
      : null
  render(<StatusPage />)
  await screen.findByText('generator 5 %: worse, 4.1 % against 0.3 % failing; it ends')
  expect(screen.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual([
    'generator',
    'gallery',
    'account',
  ])
})

test.each([
  { about: 'a canary', changes: {}, question: 'End the canary v2 of gallery, which 25 % have?' },
  {
    about: 'a current version',
    changes: { canary: null, previous: 'v0' },
    question: 'Give everyone v0 of gallery instead of v1?',
  },
])(
  'rolls back $about with the token, if nothing has changed since',
  async ({ changes, question }) => {
    const sent: unknown[] = []
    answerOf = (_, path, init) => {
      if (path.startsWith('?'))
        return Response.json({ ...insight, remotes: [{ ...insight.remotes[0], ...changes }] })
      if (path !== '/api/releases/gallery/rollback') return null
      sent.push([new Headers(init?.headers).get('authorization'), JSON.parse(String(init?.body))])
      return sent.length === 1 ? new Response(null, { status: 412 }) : Response.json({})
    }
    render(<StatusPage />)
    await userEvent.click(await screen.findByRole('button', { name: 'Roll back gallery' }))
    expect(screen.getByText(question)).not.toBeNull()
    await userEvent.type(screen.getByLabelText('Token'), 'secret')
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
    await screen.findByText('Somebody else changed it first. Cancel, and look again.')
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
    await vi.waitFor(() => expect(screen.queryByText(question)).toBeNull())
    const request = ['Bearer secret', { reason: 'from /status', revision: 3 }]
    expect(sent).toEqual([request, request])
  },
)

test('shows who gets which version, with the reports on each version by hour', async () => {
  render(<StatusPage />)
  const gallery = await screen.findByRole('region', { name: 'gallery' })
  expect(gallery.textContent).toContain('Canaryv2 · 25 %')
  expect(
    within(gallery).getByRole('row', { name: '2026-11-21 13:00 v2 7 1 2 3', hidden: true }),
  ).not.toBeNull()
  expect(
    within(gallery).getByRole('row', { name: 'v2 60 1 2 3 Ana 2026-11-21 10:00' }),
  ).not.toBeNull()
  expect(gallery.textContent).toContain(
    '2026-11-21 12:00 canary v2 · 25 % · automatic · 50 visitors reported success at 5 %',
  )
})

test('shows what visitors report, and asks for the token again before a decision', async () => {
  const sent: RequestInit[] = []
  answerOf = (method, path, init) => {
    if (method !== 'POST' || path === '/session') return null
    sent.push(init ?? {})
    return new Response(null, { status: sent.length === 1 ? 401 : 204 })
  }
  render(<StatusPage />)
  const row = await screen.findByRole('row', { name: /^Une menace 2026-11-21 12:00 Un loup/ })
  expect(within(row).getByRole('link').getAttribute('href')).toBe('/image')
  received = []
  await userEvent.click(within(row).getByRole('button', { name: 'Stop sharing' }))
  await userEvent.type(screen.getByLabelText('Token'), 'encre_other')
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  await screen.findByText('The site does not know this token.')
  expect(received).toEqual(['POST /reports/gallery/r1'])
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  await vi.waitFor(() =>
    expect(received.slice(1)).toEqual([
      'POST /reports/gallery/r1',
      'GET ?days=7',
      'GET /errors?days=7',
      'GET /reports',
    ]),
  )
  expect(sent[1]).toMatchObject({
    headers: { authorization: 'Bearer encre_other' },
    body: '{"decision":"stopped"}',
  })
})

test('reads the next page of reports, until it is the last, and says whose are missing', async () => {
  answerOf = (_, path) => {
    if (path !== '/reports?page=1') return null
    const next = { ...reports[0], id: 'r2', text: 'Une insulte' }
    return Response.json({ reports: [next], hasMore: false, unread: ['account'] })
  }
  render(<StatusPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'More reports' }))
  await screen.findByRole('row', { name: /^Une insulte/ })
  expect(screen.queryByRole('button', { name: 'More reports' })).toBeNull()
  expect(screen.getByText('The reports of account could not be read.')).toBeDefined()
})

test('names beside an error the new version that its pages had mounted', async () => {
  render(<StatusPage />)
  await screen.findByText('11 of 12 after account v3, which is new')
})

test('shows the answers of each version by class, and says when they could not be read', async () => {
  render(<StatusPage />)
  const row = 'gallery b1946ac9 980 0 15 5 0.50 %'
  expect(await screen.findByRole('row', { name: row })).not.toBeNull()
  cleanup()
  answerOf = (_method, path) =>
    path.startsWith('?days') ? Response.json({ ...insight, answers: null }) : null
  render(<StatusPage />)
  expect(await screen.findByText('The answers could not be read.')).not.toBeNull()
})

test('shows web vitals by page and version, and generations by outcome', async () => {
  render(<StatusPage />)
  expect(
    await screen.findByRole('row', { name: '/gallery v1 1812 93 % 0.021 100 % 40' }),
  ).not.toBeNull()
  expect(
    screen.getByRole('row', {
      name: '2026-11-21 Largest content shown (LCP), ms 1812 40',
      hidden: true,
    }),
  ).not.toBeNull()
  expect(
    screen.getByRole('row', { name: 'encre_generations_ended_total state=done 90' }),
  ).not.toBeNull()
  expect(
    screen.getByRole('row', {
      name: 'encre_generations_ended_total state=failed problem=save-failed 1',
    }),
  ).not.toBeNull()
})

test.each([
  { status: 401, sentence: 'The site does not know this token.' },
  { status: 429, sentence: 'Too many attempts. Try again in a minute.' },
  { status: 500, sentence: 'The site did not answer' },
])(
  'a sign-in that is answered $status keeps the token and says why',
  async ({ status, sentence }) => {
    session = false
    answerOf = (method) => (method === 'POST' ? new Response(null, { status }) : null)
    render(<StatusPage />)
    await userEvent.type(await screen.findByLabelText('Token'), 'encre_token')
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    expect((await screen.findByRole('alert')).textContent).toContain(sentence)
    expect(screen.getByLabelText<HTMLInputElement>('Token').value).toBe('encre_token')
  },
)

test('another period asks for its days', async () => {
  render(<StatusPage />)
  await userEvent.selectOptions(await screen.findByLabelText('Period'), '30 days')
  expect(received).toEqual(expect.arrayContaining(['GET ?days=30', 'GET /errors?days=30']))
})

test('a site that does not answer can be asked again', async () => {
  answerOf = () => new Response(null, { status: 503 })
  render(<StatusPage />)
  expect((await screen.findByRole('alert')).textContent).toContain('npm run release status')
  answerOf = () => null
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByRole('heading', { name: 'Remotes' })).not.toBeNull()
})
