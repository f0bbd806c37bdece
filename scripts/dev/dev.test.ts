import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../version.ts'

function refuse(words: string[], environment: string): unknown {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/dev.ts'), ...words], {
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: environment, NODE_OPTIONS: '--disable-warning=ExperimentalWarning' },
  })
  return [status, stderr]
}

test('a live remote in a page that is not built for development is refused before anything starts', () => {
  const sentence = 'NODE_ENV is production, and a live remote crashes in a page that is not built for development. Unset it.\n'
  expect(refuse(['gallery'], 'production')).toEqual([1, sentence])
})

test('a remote that there is not is refused, and those that there are are named', () => {
  expect(refuse(['galery'], 'development')).toEqual([1, 'There is no remote galery. The remotes: generator, gallery, account\n'])
})
