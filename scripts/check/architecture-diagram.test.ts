import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findDiagramErrors } from './architecture-diagram.ts'

let folder: string
const write = (path: string, text: string) => {
  mkdirSync(join(folder, dirname(path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
const diagram = (...lines: string[]) => write('README.md', ['# Site', '```mermaid', 'flowchart LR', ...lines, '```'].join('\n'))
const nodes = [
  'shell["shell/src"]',
  'site["shell/worker"]',
  'ink["remotes/ink"]',
  'inkWorker["workers/ink"]',
  'inkData[("D1 encre-ink<br>R2 encre-drops<br>Durable Object Run")]',
]
const arrows = ['shell -->|loads| ink', 'ink -.->|contract| inkWorker', 'site --> inkWorker', 'inkWorker --> inkData']

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'encre-diagram-'))
  write('shell/wrangler.jsonc', '{ "name": "encre-shell", "services": [{ "binding": "INK", "service": "encre-ink" }] }')
  write('remotes/ink/package.json', '{}')
  write('remotes/ink/src/ink-api.ts', "import { inkPaths } from '@encre/ink-worker/contract'")
  // Never deployed, so never drawn.
  write('workers/local/wrangler.jsonc', '{ "name": "encre-local", "d1_databases": [{ "binding": "DB", "database_name": "encre-local" }] }')
  write(
    'workers/ink/wrangler.jsonc',
    `{ "name": "encre-ink", // a comment
       "d1_databases": [{ "binding": "DB", "database_name": "encre-ink" }],
       "r2_buckets": [{ "binding": "DROPS", "bucket_name": "encre-drops" }],
       "durable_objects": { "bindings": [{ "name": "RUNS", "class_name": "Run" }] } }`,
  )
})
afterEach(() => rmSync(folder, { recursive: true }))

test('accepts a diagram that shows every import and binding', () => {
  diagram(...nodes, ...arrows)
  expect(findDiagramErrors(folder)).toEqual([])
})

test('names a binding, an import and a store that the diagram lacks', () => {
  diagram(...nodes, 'shell --> ink')
  expect(findDiagramErrors(folder)).toEqual([
    'README.md: the diagram lacks remotes/ink -> workers/ink',
    'README.md: the diagram lacks shell/worker -> workers/ink',
    'README.md: the diagram lacks workers/ink -> D1 encre-ink',
    'README.md: the diagram lacks workers/ink -> Durable Object Run',
    'README.md: the diagram lacks workers/ink -> R2 encre-drops',
  ])
})

test('names an arrow that the code has not, also to a node without a label', () => {
  diagram(...nodes, ...arrows, 'ink & site --> inkData', 'site --> nowhere')
  expect(findDiagramErrors(folder)).toEqual([
    'README.md: the diagram has remotes/ink -> D1 encre-ink, and the code has not',
    'README.md: the diagram has remotes/ink -> Durable Object Run, and the code has not',
    'README.md: the diagram has remotes/ink -> R2 encre-drops, and the code has not',
    'README.md: the diagram has shell/worker -> D1 encre-ink, and the code has not',
    'README.md: the diagram has shell/worker -> Durable Object Run, and the code has not',
    'README.md: the diagram has shell/worker -> R2 encre-drops, and the code has not',
    'README.md: the diagram has shell/worker -> unknown node nowhere, and the code has not',
  ])
})
