import { beforeEach, expect, test, vi } from 'vitest'
import { authorizeTimeoutSeconds, longestAskMs } from './start-session.ts'
import type { TenantSettings } from './tenant.ts'
import { startFakeTenant } from './testing-tenant.ts'

const settings: TenantSettings = {
  domain: 'http://localhost:8788',
  clientId: 'encre-web',
  audience: 'api',
  connection: 'members',
  session: 'forms',
}

/** The SDK asks for one tab after the other. happy-dom has no locks. */
const request = vi.fn(async (_name: string, _options: object, ask: (lock: object) => unknown) =>
  ask({}),
)
Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })

const findFrame = () => document.querySelector(`body > [src^="${settings.domain}"]`)

/** Opens a page of a member whose tenant does not answer. */
async function openPage() {
  startFakeTenant(settings).refusesFrames = true
  vi.resetModules()
  const { importSession } = await import('./session-loader.ts')
  const handleSession = vi.fn()
  const session = importSession(settings)
  void session.then(handleSession)
  await vi.dynamicImportSettled()
  return {
    session,
    handleSession,
    async close() {
      await vi.waitUntil(findFrame, { interval: 1 })
      await vi.advanceTimersByTimeAsync(authorizeTimeoutSeconds * 1000)
      await (await session).opened
    },
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no cookieStore. It reads the age by the test's clock.
  document.cookie = 'auth0.encre-web.is.authenticated=true; max-age=60'
})

test('the session is there once the question to the tenant is on its way', async () => {
  const opened = Date.now()
  const { handleSession, close } = await openPage()
  await vi.waitUntil(() => handleSession.mock.calls.length > 0, { interval: 1 })
  expect(findFrame()).not.toBeNull()
  expect(Date.now() - opened).toBeLessThan(longestAskMs)
  await close()
})

test('the session is there after 100 ms, although another tab still asks the tenant', async () => {
  const otherTab = Promise.withResolvers<void>()
  request.mockImplementationOnce(async (_name, _options, ask) => {
    await otherTab.promise
    return ask({})
  })
  const { handleSession, close } = await openPage()
  await vi.advanceTimersByTimeAsync(longestAskMs - 1)
  expect(handleSession).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(handleSession).toHaveBeenCalledOnce()
  otherTab.resolve()
  await close()
})
