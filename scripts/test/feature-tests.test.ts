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

it('finds the journeys of a feature, those through its screens, and those of the shell that cross it', async () => {
  const own = globSync('remotes/account/e2e/*.spec.ts', { cwd: root })
  const listed = run(['node_modules/@playwright/test/cli.js', 'test', '--list', '--reporter=list', ...(await journeysOf('account'))])
  const shell = ['access', 'erasure', 'journey', 'screens/dashboard', 'screens/profile', 'screens/settings', 'session']
  expect([...new Set(listed.match(/\S+\.spec\.ts/g))].sort()).toEqual([...own, ...shell.map((name) => `shell/e2e/${name}.spec.ts`)].sort())
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
