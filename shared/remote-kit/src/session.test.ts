import { expect, test, vi } from 'vitest'
import { RequestError } from './request-error.ts'
import { problemCode, SessionEndedError, withToken } from './session.ts'
import { createTestShell, failureOf } from './testing.tsx'

const refusal = new RequestError('permission-denied', 401, 'request-7')
const refuse = () => Promise.reject(refusal)

test('calls with the access token of the shell', async () => {
  expect(await withToken(createTestShell(), async (token) => `called with ${token}`)).toBe(
    'called with token',
  )
})

test('a session without a token leads through sign-in and back', async () => {
  const shell = createTestShell({
    path: '/gallery?style=dotwork',
    getToken: () => Promise.reject(new Error('login_required')),
  })
  const call = vi.fn()
  expect(await failureOf(withToken(shell, call))).toBeInstanceOf(SessionEndedError)
  expect(shell.signIn).toHaveBeenCalledWith('/gallery?style=dotwork')
  expect(call).not.toHaveBeenCalled()
})

test('a refused token ends the session once, however many requests it refuses', async () => {
  const shell = createTestShell()
  const failures = await Promise.all([1, 2, 3].map(() => failureOf(withToken(shell, refuse))))
  expect(failures.every((failure) => failure instanceof SessionEndedError)).toBe(true)
  expect(shell.signIn).toHaveBeenCalledOnce()
})

test('a worker that refuses the next token too is an error, and nobody goes to sign-in for ever', async () => {
  await failureOf(withToken(createTestShell(), refuse))
  const afterSignIn = createTestShell()
  expect(await failureOf(withToken(afterSignIn, refuse))).toBe(refusal)
  expect(afterSignIn.signIn).not.toHaveBeenCalled()
})

test.each([
  {
    name: 'a request that fails',
    isOnline: true,
    failure: new TypeError('Failed to fetch'),
  },
  {
    name: 'a request without a response',
    isOnline: true,
    failure: Object.assign(new Error('Timeout'), { error: 'timeout' }),
  },
  {
    name: 'a tenant that answers without JSON',
    isOnline: true,
    failure: Object.assign(new Error('HTTP error'), { error: 'request_error' }),
  },
  {
    name: 'a browser that is offline',
    isOnline: false,
    failure: new Error('login_required'),
  },
])('$name while the token is renewed does not end the session', async ({ isOnline, failure }) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  const shell = createTestShell({ getToken: () => Promise.reject(failure) })
  expect(await failureOf(withToken(shell, async () => 'called'))).toMatchObject({
    code: 'unavailable',
    status: 0,
  })
  expect(shell.signIn).not.toHaveBeenCalled()
})

test.each([
  { name: 'without a token', getToken: () => Promise.reject(new Error('login_required')) },
  { name: 'with a refused token', getToken: async () => 'refused' },
])('background work $name takes nobody to sign-in', async ({ getToken }) => {
  const shell = createTestShell({ getToken })
  expect(await failureOf(withToken(shell, refuse, { inBackground: true }))).toBeInstanceOf(
    SessionEndedError,
  )
  expect(shell.signIn).not.toHaveBeenCalled()
  // The page that is opened next still finds out.
  const page = createTestShell()
  await failureOf(withToken(page, refuse))
  expect(page.signIn).toHaveBeenCalledOnce()
})

test.each([
  new RequestError('permission-denied', 403, null),
  new RequestError('wrong-password', 401, null),
  new RequestError('unavailable', 0, null),
])('%s leaves the session alone', async (error) => {
  const shell = createTestShell()
  expect(await failureOf(withToken(shell, () => Promise.reject(error)))).toBe(error)
  expect(shell.signIn).not.toHaveBeenCalled()
})

test.each([
  { error: refusal, code: 'permission-denied' },
  { error: new SessionEndedError('ended'), code: 'permission-denied' },
  { error: new RequestError('not-found', 404, null), code: 'not-found' },
  { error: new TypeError('x is not a function'), code: 'internal' },
])('the code of $error is $code', ({ error, code }) => {
  expect(problemCode(error)).toBe(code)
})
