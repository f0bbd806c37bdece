import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  ExpectedError,
  explainError,
  readChoice,
  readPlainWords,
  runCommand,
} from './run-command.ts'

const { argv } = process
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
  process.argv = argv
})

test('prints the sentence of an expected error without a stack, and fails', async () => {
  await runCommand(() => Promise.reject(new ExpectedError('PORT is "x".')))
  expect(console.error).toHaveBeenCalledExactlyOnceWith('PORT is "x".')
  expect(process.exitCode).toBe(1)
})

test('says nothing about work that was told to stop', async () => {
  await runCommand(() => Promise.reject(new Error('wrangler was killed')), {
    signal: AbortSignal.abort(),
  })
  expect(console.error).not.toHaveBeenCalled()
  expect(process.exitCode).toBeUndefined()
})

test('reports a bug whole, and a missing answer in one line without the usage', async () => {
  const bug = new TypeError('x is not a function')
  expect(explainError(bug)).toBe(bug)
  const noAnswer: unknown = await fetch('http://127.0.0.1:9').catch((error: unknown) => error)
  expect(explainError(noAnswer)).toMatch(/^There is no answer \(.+\)\. Check the network/)
})

test('ends a command that is given a word too many, or an option', () => {
  stopAtExit()
  const usage = 'npm run brew [cups]'
  process.argv = ['node', 'brew', '2']
  expect(readPlainWords(usage, 1)).toEqual(['2'])
  process.argv = ['node', 'brew', '2', 'black']
  expect(() => readPlainWords(usage, 1)).toThrow('exit 1')
  expect(console.error).toHaveBeenLastCalledWith(
    `Nothing was done: this command does not take "black"\n\n${usage}`,
  )
  process.argv = ['node', 'brew', '--hot']
  expect(() => readPlainWords(usage)).toThrow('exit 1')
  expect(console.error).toHaveBeenLastCalledWith(
    expect.stringMatching(/^Unknown option '--hot'\.\n\nnpm run brew/),
  )
})

test('names the choices when an option names none of them', () => {
  const drinks = ['coffee', 'tea'] as const
  expect(readChoice('--drink', 'tea', drinks, 'npm run brew')).toBe('tea')
  expect(() => readChoice('--drink', 'milk', drinks, 'npm run brew')).toThrow(
    '--drink is "milk": it must be one of coffee, tea\n\nnpm run brew',
  )
  expect(() => readChoice('--drink', undefined, drinks, 'npm run brew')).toThrow(
    '--drink is missing: it must be one of coffee, tea',
  )
})

function stopAtExit(): void {
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new ExpectedError(`exit ${code}`)
  })
}
