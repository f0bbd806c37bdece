import { expect, test } from 'vitest'
import { describeInsight } from './describe.ts'

const empty = {
  holder: { remote: null, author: 'platform' },
  since: '',
  at: '',
  remotes: [],
  vitals: [],
  vitalsByDay: [],
  counters: [],
}

test('prints versions, errors with their place in the sources, vitals by page, and counters', () => {
  const channel = {
    remote: 'gallery',
    current: 'v1',
    previous: null,
    canary: { version: 'v2', share: 25 },
    revision: 2,
    versions: [],
  }
  const page = { remote: 'gallery', version: 'v1', route: '/gallery' }
  const text = describeInsight(
    {
      ...empty,
      since: '2026-11-14T13:20:00.000Z',
      remotes: [{ ...channel, history: [], reports: [] }],
      vitals: [
        { ...page, metric: 'lcp', pages: 40, p75: 1812.4, good: 0.925 },
        { ...page, metric: 'cls', pages: 38, p75: 0.02, good: 1 },
      ],
      counters: [
        {
          feature: 'generator',
          name: 'encre_generations_ended_total',
          labels: { state: 'failed', problem: '' },
          total: 9,
        },
        { feature: 'artists', name: 'encre_views_total', labels: {}, total: 5 },
      ],
    },
    [
      {
        ...page,
        id: 'e1',
        message: 'TypeError: x',
        stack: 'TypeError: x\n    at handleDelete (src/gallery-page.tsx:2:6)',
        isReadable: true,
        composition: 'c',
        count: 12,
        firstAt: '',
        lastAt: '2026-11-21T13:00:00.000Z',
      },
    ],
  )
  for (const line of [
    'gallery\n  current   v1',
    '  canary    v2 for 25 %',
    '  12 x TypeError: x\n    gallery v1  /gallery  last 2026-11-21T13:00:00.000Z\n      at handleDelete (src/gallery-page.tsx:2:6)',
    '  /gallery  gallery v1  lcp 1812 (93 % good)  cls 0.02 (100 % good)  40 pages',
    '  encre_generations_ended_total state=failed  9\n  encre_views_total  5',
  ]) {
    expect(text).toContain(line)
  }
})
