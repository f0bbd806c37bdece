import { expect, test, vi } from 'vitest'
import { importSession } from './session-loader.ts'
import type { TenantSettings } from './tenant.ts'

const { asked } = vi.hoisted(() => ({ asked: Promise.withResolvers<void>() }))
vi.mock('./start-session.ts', () => ({ startSession: () => ({ asked: asked.promise }) }))

test('the session is there once the tenant has been asked', async () => {
  const handleSession = vi.fn()
  const session = importSession({} as TenantSettings).then(handleSession)
  await vi.dynamicImportSettled()
  expect(handleSession).not.toHaveBeenCalled()
  asked.resolve()
  await session
  expect(handleSession).toHaveBeenCalledOnce()
})
