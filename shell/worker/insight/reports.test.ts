import type { Report } from '@encre/worker/feature'
import { reportsPerPage } from '@encre/worker/feature'
import { expect, test, vi } from 'vitest'
import type { Feature } from '../features/features.ts'
import { readReports } from './reports.ts'

const featureOf = (name: string, listReports: () => Promise<Report[]>) =>
  ({ name, worker: { listReports } }) as unknown as Feature
const listed = Array.from({ length: reportsPerPage + 1 }, (_, number) => ({
  id: `r${number}`,
  number,
  text: 'Une menace',
  createdAt: '2026-11-22T10:00:00.000Z',
  count: 1,
  member: 'a',
  subject: 'Un loup',
  url: '/image',
}))

test('a page that is full says whether another follows, and a feature that fails is named', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const gallery = featureOf('gallery', async () => listed)
  const account = featureOf('account', () => Promise.reject(new Error('it is down')))
  const first = await readReports([gallery, account], 0)
  expect(first).toMatchObject({ hasMore: true, unread: ['account'] })
  expect(first.reports).toHaveLength(reportsPerPage)
  const exact = featureOf('gallery', async () => listed.slice(1))
  expect(await readReports([exact], 0)).toMatchObject({ hasMore: false, unread: [] })
})
