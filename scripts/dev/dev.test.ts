import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { expect, test } from 'vitest'

function refuse(words: string[], environment: string): unknown {
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, 'scripts/dev/main.ts'), ...words],
    {
      encoding: 'utf8',
      env: {
        ...process.env,
        NODE_ENV: environment,
        NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
      },
    },
  )
  return [status, stderr]
}

test('refuses another NODE_ENV than development before anything starts', () => {
  const sentence =
    'NODE_ENV is production, but npm run dev needs the development builds. Unset NODE_ENV.\n'
  expect(refuse(['gallery'], 'production')).toEqual([1, sentence])
})

test('refuses an unknown remote and lists the known ones', () => {
  expect(refuse(['galery'], 'development')).toEqual([
    1,
    'There is no remote galery. The remotes: account, gallery, generator\n',
  ])
})
