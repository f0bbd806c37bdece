import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { importSession, sdkTimeoutMs } from './session-loader.ts'
import type { TenantSettings } from './tenant.ts'

const sdk = vi.hoisted(() => ({ arrived: Promise.withResolvers<void>() }))
vi.mock('./session.ts', async () => {
  await sdk.arrived.promise
  return { startSession: () => 'the session' }
})

const settings: TenantSettings = { domain: 'tenant.test', clientId: 'encre-web', audience: 'a', connection: 'c', session: 'forms' }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('an SDK that does not arrive in time is a failure of the network, and starts the session once it has arrived', async () => {
  const failed = expect(importSession(settings)).rejects.toMatchObject({ name: 'TenantError', code: 'network' })
  await vi.advanceTimersByTimeAsync(sdkTimeoutMs)
  await failed
  const later = importSession(settings)
  sdk.arrived.resolve()
  expect(await later).toBe('the session')
  expect(importSession(settings)).toBe(importSession(settings))
})
