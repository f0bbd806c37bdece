import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ExpectedError } from './expected-error.ts'
import { explainError, parseWords, runCommand } from './run-command.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

test('prints the sentence of an expected error without a stack, and fails', async () => {
  await runCommand(() => Promise.reject(new ExpectedError('PORT is "x".')))
  expect(console.error).toHaveBeenCalledExactlyOnceWith('PORT is "x".')
  expect(process.exitCode).toBe(1)
})

test('says nothing about work that was told to stop', async () => {
  await runCommand(() => Promise.reject(new Error('wrangler was killed')), { signal: AbortSignal.abort() })
  expect(console.error).not.toHaveBeenCalled()
  expect(process.exitCode).toBeUndefined()
})

test('reports a bug whole, and a missing answer in one line without the usage', async () => {
  const bug = new TypeError('x is not a function')
  expect(explainError(bug)).toBe(bug)
  const noAnswer: unknown = await fetch('http://127.0.0.1:9').catch((error: unknown) => error)
  expect(explainError(noAnswer)).toMatch(/^There is no answer \(.+\)\. Check the network/)
})

test('names an unknown option and shows the usage', () => {
  expect(() => parseWords('npm run brew [--hot]', { args: ['--cold'], options: { hot: { type: 'boolean' } } })).toThrow(
    /Unknown option '--cold'[\s\S]*npm run brew/,
  )
})
