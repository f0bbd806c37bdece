import { expect, it } from 'vitest'
import { readWords } from './read-words.ts'

it.each([
  [['--dry-run', 'gallery'], {}],
  [['gallery', '--dry-run'], {}],
  [['gallery', '--env', 'staging', '--dry-run=true'], {}],
  [['--dry-run'], {}],
  [['--all', '--plan'], {}],
  [['gallery', '-n'], {}],
  [['--dry_run', 'gallery'], {}],
  // npm keeps what stands before "--".
  [['gallery'], { npm_config_dry_run: 'true' }],
  [['gallery'], { npm_config_plan: 'true' }],
  [['gallery'], { npm_config_dryrun: 'true' }],
  [[], { npm_config_dry_run: 'true' }],
])('only plans for %j with npm options %j', (words, environment) => {
  expect(readWords(words, environment).isPlan).toBe(true)
})

it('deploys to production unless told otherwise', () => {
  expect(readWords(['gallery'], {})).toEqual({ workers: ['gallery'], environment: 'production', isPlan: false, isRollback: false })
  expect(readWords(['--all', '--env', 'staging'], {})).toMatchObject({ workers: expect.arrayContaining(['shell']), environment: 'staging' })
  expect(readWords(['--rollback', 'gallery'], {})).toMatchObject({ workers: ['gallery'], isRollback: true })
})

it.each([
  [[], {}, 'npm run deploy <worker>'],
  [['gallery', 'shell'], {}, 'npm run deploy <worker>'],
  [['gallery', '--all'], {}, 'npm run deploy <worker>'],
  [['--rollback'], {}, 'npm run deploy <worker>'],
  [['gallery', '--env', 'test'], {}, '--env is "test": it must be one of staging, production'],
  [['gallery', '--force'], {}, "Unknown option '--force'"],
  [['gallery', 'staging'], { npm_config_env: 'true' }, 'npm consumed --env'],
  [['gallery'], { npm_config_all: 'true' }, 'npm consumed --all'],
  [['gallery'], { npm_config_rollback: 'true' }, 'npm consumed --rollback'],
])('refuses %j with npm options %j', (words, environment, sentence) => {
  expect(() => readWords(words, environment)).toThrow(sentence)
})
