import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { root } from '@encre/build/workspace'
import { expect, it, vi } from 'vitest'
import { journeysOf, projectsOf } from './feature-tests.ts'

// Each test starts a test runner.
vi.setConfig({ testTimeout: 30_000 })

it('finds every test of a feature by its name, the system tests too, and no other feature', () => {
  const own = globSync('{remotes,workers}/generator/**/*.test.{ts,tsx}', { cwd: root, exclude: ['**/node_modules'] })
  const listed = run(['node_modules/vitest/vitest.mjs', 'list', '--filesOnly', ...projectsOf('generator')])
  expect(listed.match(/\S+\.test\.tsx?$/gm)?.sort()).toEqual(own.sort())
})

it("finds a feature's own journeys and those of the shell that cross it", () => {
  const own = globSync('remotes/generator/e2e/*.spec.ts', { cwd: root })
  const listed = run(['node_modules/@playwright/test/cli.js', 'test', '--list', '--reporter=list', ...journeysOf('generator')])
  const shell = globSync('shell/e2e/{access,erasure,journey,session,screens/*}.spec.ts', { cwd: root })
  expect([...new Set(listed.match(/\S+\.spec\.ts/g))].sort()).toEqual([...own, ...shell].sort())
})

function run(words: string[]): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, words, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  })
  if (status !== 0) throw new Error(stdout + stderr)
  return stdout
}
