import { expect, it, vi } from 'vitest'
import { createApp } from './app.ts'
import { UnavailableError } from './dependencies.ts'

const writeDataPoint = vi.fn()
const bindings = { ANSWERS: { writeDataPoint }, VERSION: { id: 'v1' } }

const app = createApp('gallery')
  .basePath('/api/gallery')
  .get('/designs', (c) => c.text('ok'))
  .get('/broken', () => {
    throw new Error('a bug')
  })
  .get('/unavailable', () => {
    throw new UnavailableError('the database')
  })
  .get('/forwarded', (c) => {
    c.set('isLogged', true)
    return c.text('the answer of another worker')
  })

it.each([
  { name: 'an answer', path: 'designs', status: '2xx' },
  { name: 'a refusal', path: 'nowhere', status: '4xx' },
  { name: 'an exception', path: 'broken', status: '5xx' },
  { name: 'a dependency that is down', path: 'unavailable', status: '5xx' },
])('counts $name as $status of this version', async ({ path, status }) => {
  writeDataPoint.mockClear()
  await app.request(`/api/gallery/${path}`, {}, bindings)
  expect(writeDataPoint.mock.calls).toEqual([[{ indexes: ['gallery'], blobs: ['v1', status] }]])
})

it('leaves the answers of other workers to them, and answers without the binding', async () => {
  writeDataPoint.mockClear()
  await app.request('/api/gallery/forwarded', {}, bindings)
  expect(writeDataPoint).not.toHaveBeenCalled()
  expect((await app.request('/api/gallery/designs')).status).toBe(200)
})
