import { expect, test } from 'vitest'
import { findAffected, findBase } from './affected.ts'

const nothing = { everything: false, features: [], workers: [], remotes: [], shell: false }

test.each([
  {
    file: 'remotes/gallery/src/library/gallery-page.tsx',
    needed: { features: ['gallery'], remotes: ['gallery'] },
  },
  {
    file: 'workers/gallery/src/designs.ts',
    needed: { features: ['gallery'], workers: ['gallery'] },
  },
  { file: 'remotes/gallery/src/library/gallery-page.test.tsx', needed: { features: ['gallery'] } },
  { file: 'remotes/gallery/README.md', needed: {} },
  { file: 'scripts/start.ts', needed: { everything: true } },
  { file: '.github/workflows/main.yml', needed: { everything: true } },
  { file: 'workers/local/src/worker.ts', needed: { everything: true } },
  { file: 'shell/src/main.ts', needed: { everything: true, shell: true } },
  { file: 'shell/worker/worker.ts', needed: { everything: true, shell: true } },
  {
    file: 'shared/remote-kit/src/use-query.ts',
    needed: { everything: true, remotes: ['account', 'gallery', 'generator'] },
  },
])('a change of $file needs $needed', ({ file, needed }) => {
  expect(findAffected([file])).toEqual({ ...nothing, ...needed })
})

test('a contract is tested by every team, and ships with each worker and remote that imports it', () => {
  const affected = findAffected(['workers/gallery/src/contract.ts'])
  expect(affected).toMatchObject({ everything: true, features: [] })
  expect(affected.workers).toEqual(expect.arrayContaining(['gallery', 'generator']))
  expect(affected.remotes).toContain('gallery')
})

test('shared worker code redeploys the workers that it touches, in the order of their bindings', () => {
  expect(findAffected(['shared/worker/src/app.ts'])).toMatchObject({
    workers: ['gallery', 'generator', 'account'],
    shell: true,
  })
})

test('a pull request is compared with its target, and main with its last successful run', async () => {
  const github = {
    GITHUB_TOKEN: 't',
    GITHUB_API_URL: 'https://api.test',
    GITHUB_REPOSITORY: 'encre/encre',
  }
  const received: string[] = []
  const answer = (runs: object[]) => async (url: string | URL | Request) => {
    received.push(String(url))
    return Response.json({ workflow_runs: runs })
  }
  expect(await findBase({ ...github, PULL_REQUEST_BASE: 'target' }, answer([]))).toBe('target')
  expect(received).toEqual([])
  expect(
    await findBase({ ...github, PULL_REQUEST_BASE: '' }, answer([{ head_sha: 'shipped' }])),
  ).toBe('shipped')
  expect(received).toEqual([
    'https://api.test/repos/encre/encre/actions/workflows/main.yml/runs?branch=main&status=success&per_page=1',
  ])
  expect(await findBase(github, answer([]))).toBeNull()
  expect(
    await findBase({ ...github, EVERYTHING: 'true' }, answer([{ head_sha: 'shipped' }])),
  ).toBeNull()
  expect(await findBase({})).toBeNull()
})
