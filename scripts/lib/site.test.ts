import { expect, test, vi } from 'vitest'
import { keepSite } from './site.ts'

const healthy = () => ({ broken: new Promise<string>(() => {}), stop: vi.fn(() => Promise.resolve()) })

test('stops the site when the signal aborts', async () => {
  const site = healthy()
  const stopping = new AbortController()
  const kept = keepSite(site, stopping.signal)
  expect(site.stop).not.toHaveBeenCalled()
  stopping.abort()
  await kept
  expect(site.stop).toHaveBeenCalledOnce()
})

test('stops a site that breaks, and says why', async () => {
  const site = { ...healthy(), broken: Promise.resolve('site ended (1):\nno memory') }
  await expect(keepSite(site, new AbortController().signal)).rejects.toThrow('no memory')
  expect(site.stop).toHaveBeenCalledOnce()
})
